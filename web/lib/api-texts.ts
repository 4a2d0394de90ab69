/** Messages for requests that the server gave no message for. */
export const apiTexts = {
  unreachable: "The server could not be reached.",
  failed: "Something went wrong",
} as const;
