/** Returns the sentence to show for an error: its own, or this one when a server failed without a word of its own. */
export function sentenceOf(error: unknown, otherwise: string): string {
  if (!(error instanceof Error)) return otherwise;
  const isMute = "isSaid" in error && error.isSaid === false;
  return (!isMute && error.message) || otherwise;
}
