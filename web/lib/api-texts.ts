/** What is said of a request where the server has not said it itself, spelled once. */
export const apiTexts = {
  unreachable: "The server could not be reached.",
  failed: "Something went wrong",
  /** What the server says, by its code (contract/errors.ts); in English it has said it already. */
  said: (_code: string, message: string) => message,
} as const;
