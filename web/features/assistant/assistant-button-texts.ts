/** Text of the assistant's button, which is shown before the assistant is loaded. */
export const assistantButtonTexts = {
  open: "Open AI Assistant",
  restore: "Restore AI Assistant",
} as const;
