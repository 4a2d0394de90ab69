/** Reports whether a change would alter a row: a change without effect is not worth an entry in any log. */
export function differs(row: object | undefined, change: object): boolean {
  if (row === undefined) return true;
  const is = new Map<string, unknown>(Object.entries(row));
  return Object.entries(change).some(
    ([name, value]) => value !== undefined && is.get(name) !== value,
  );
}
