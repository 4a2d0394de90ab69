/** Unfinished changes on the server by undo id, each with the function to call at the end. */
const waiting = new Map<string, () => void>();
/** The stream may be faster than the response that announces an unfinished change. */
const done = new Set<string>();

/** Resolves when the server has finished a change of very many messages. */
export async function whenDone(undoId: string): Promise<void> {
  if (done.delete(undoId)) return;
  await new Promise<void>((resolve) => waiting.set(undoId, resolve));
}

/** Ends the wait for these changes, which the live stream reported as finished; null: events may have been missed. */
export function changesDone(undoIds: readonly string[] | null): void {
  for (const undoId of undoIds ?? waiting.keys()) {
    const resolve = waiting.get(undoId);
    if (resolve) resolve();
    else done.add(undoId);
    waiting.delete(undoId);
  }
}
