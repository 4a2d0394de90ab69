/** Every sentence around a mail's content, spelled once. */
export const frameTexts = {
  title: "Message body",
  empty: "No content available.",
  showQuote: "Show quoted text",
  hideQuote: "Hide quoted text",
  imagesBlocked: (count: number) =>
    count === 1 ? "1 remote image is not shown." : `${count} remote images are not shown.`,
  loadImages: "Load images",
  imagesFailed: "The images could not be loaded.",
} as const;
