/** Returns the message to show for an error: its own, or `otherwise` if the server gave no reason. */
export function sentenceOf(error: unknown, otherwise: string): string {
  if (!(error instanceof Error)) return otherwise;
  const isMute = "isSaid" in error && error.isSaid === false;
  return (!isMute && error.message) || otherwise;
}
