// A table's code, in whatever somebody typed or pasted.

/** The code in small letters, with spaces or dashes, or within a whole link; null if there is none. */
export function readCode(text: string): string | null {
  const link = /\/t\/([a-z0-9]{6})(?![a-z0-9])/i.exec(text);
  const code = (link?.[1] ?? text.replace(/[\s\p{Pd}]/gu, "")).toUpperCase();
  return /^[A-Z0-9]{6}$/.test(code) ? code : null;
}
