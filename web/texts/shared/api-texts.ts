/** Messages for failed requests without a message from the server. */
export const apiTexts = {
  unreachable: "The server could not be reached.",
  failed: "Something went wrong",
} as const;
