/** Texts around a message's content. */
export const frameTexts = {
  title: "Message body",
  printed: "Email to print",
  empty: "No content available.",
  showQuote: "Show quoted text",
  hideQuote: "Hide quoted text",
  imagesBlocked: (count: number) => (count === 1 ? "1 image hidden" : `${count} images hidden`),
  trackersBlocked: (count: number) =>
    count === 1 ? "1 tracker blocked" : `${count} trackers blocked`,
  show: "Show",
  showImages: "Show images",
  always: "Always",
  alwaysShow: "Always show images from this sender",
  alwaysLoaded: (address: string) => `Images from ${address} will always be shown`,
  askAgain: (address: string) => `Images from ${address} will be shown only when you ask`,
  slow: "This email takes too long to display. Here is its text.",
  showAnyway: "Show anyway",
  look: "Colors of this email",
  looks: { original: "Original", dark: "Dark" },
  imagesFailed: "The images could not be loaded.",
} as const;
