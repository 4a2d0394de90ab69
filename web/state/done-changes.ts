/** What goes on at the server by the id that takes it back, and what is to be done when it has come to its end. */
const waiting = new Map<string, () => void>();
/** The stream may be faster than the answer that says that it goes on. */
const heard = new Set<string>();

/** Resolves once the server has come to the end of a change of very many mails. */
export async function whenDone(undoId: string): Promise<void> {
  if (heard.delete(undoId)) return;
  await new Promise<void>((resolve) => waiting.set(undoId, resolve));
}

/** The live stream tells that these have come to their end; null: nobody knows what it told. */
export function changesDone(undoIds: readonly string[] | null): void {
  for (const undoId of undoIds ?? waiting.keys()) {
    const resolve = waiting.get(undoId);
    if (resolve) resolve();
    else heard.add(undoId);
    waiting.delete(undoId);
  }
}
