/** The choices that the usual ones know and that differ from them. */
export function differing(chosen: Record<string, unknown>, usual: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(chosen).filter(
      ([name, value]) => name in usual && JSON.stringify(value) !== JSON.stringify(usual[name]),
    ),
  );
}
