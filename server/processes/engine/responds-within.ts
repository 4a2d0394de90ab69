/** Returns true if the engine responds within `waitMs` milliseconds; false for an engine that has ended. */
export async function answersWithin(ask: () => Promise<unknown>, waitMs: number): Promise<boolean> {
  const late = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => late.resolve(false), waitMs);
  const answer = ask().then(
    () => true,
    () => false,
  );
  const isInTime = await Promise.race([answer, late.promise]);
  clearTimeout(timer);
  return isInTime;
}
