/**
 * Returns a function that passes items on in batches. Urgent items pass at once, together with the waiting ones; other items wait
 * for more, but at most `withinMs`.
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
