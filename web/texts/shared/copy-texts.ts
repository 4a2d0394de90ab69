/** Labels of the button that copies a text. */
export const copyTexts = {
  copy: "Copy",
  copied: "Copied",
  failed: "Copying failed",
} as const;
