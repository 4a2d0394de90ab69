/** Returns the result for one message among many, or null if that fails: the rest still count. */
export function unlessItThrows<Made>(make: () => Made): Made | null {
  try {
    return make();
  } catch {
    return null;
  }
}
