/**
 * Passes items on, urgent ones at once together with what waits; the others wait for company, but never longer than
 * this.
 */
export function gathered<Item>(
  pass: (items: Item[]) => void,
  withinMs: number,
): (items: readonly Item[], options: { isUrgent: boolean }) => void {
  const waiting: Item[] = [];
  let timer: NodeJS.Timeout | undefined;
  const passAll = () => {
    clearTimeout(timer);
    timer = undefined;
    pass(waiting.splice(0));
  };
  return (items, { isUrgent }) => {
    if (items.length === 0) return;
    waiting.push(...items);
    if (isUrgent) passAll();
    else timer ??= setTimeout(passAll, withinMs).unref();
  };
}
