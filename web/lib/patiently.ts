const firstWaitMs = 500;
const longestWaitMs = 8000;

/** Fetches a part of the page, and again for a quarter of a minute when the server does not answer at the moment. */
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
