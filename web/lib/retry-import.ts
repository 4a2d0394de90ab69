const firstWaitMs = 500;
const longestWaitMs = 8000;

/** Loads a chunk of the page, and retries for a quarter of a minute if it fails. */
export async function patiently<Part>(load: () => Promise<Part>): Promise<Part> {
  for (let waitMs = firstWaitMs; ; waitMs *= 2) {
    try {
      return await load();
    } catch (error) {
      if (waitMs > longestWaitMs) throw error;
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
  }
}
