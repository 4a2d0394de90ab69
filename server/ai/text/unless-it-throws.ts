/** What is made of one mail among many; nothing where that fails, for the others still count. */
export function unlessItThrows<Made>(make: () => Made): Made | null {
  try {
    return make();
  } catch {
    return null;
  }
}
