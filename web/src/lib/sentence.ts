// A sentence as it stands in a text, for words that the server wrote.

export function sentence(text: string): string {
  const whole = text.charAt(0).toLocaleUpperCase() + text.slice(1);
  return /[.!?…؟][”“»]?$/.test(whole) ? whole : `${whole}.`;
}
