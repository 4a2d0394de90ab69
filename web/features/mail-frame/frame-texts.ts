/** Every sentence around a mail's content, spelled once. */
export const frameTexts = {
  title: "Message body",
  printed: "Message to print",
  empty: "No content available.",
  showQuote: "Show quoted text",
  hideQuote: "Hide quoted text",
  imagesBlocked: (count: number) =>
    count === 1 ? "1 remote image is not shown." : `${count} remote images are not shown.`,
  trackersBlocked: (count: number) =>
    count === 1 ? "1 tracker blocked" : `${count} trackers blocked`,
  loadImages: "Load images",
  alwaysLoad: "Always for this sender",
  alwaysLoaded: (address: string) => `Images from ${address} are loaded from now on`,
  askAgain: (address: string) => `Images from ${address} are loaded when you ask for them`,
  slow: "This email takes very long to show. Below is its text.",
  showAnyway: "Show anyway",
  look: "Colours of this email",
  looks: { original: "Original", dark: "Dark" },
  imagesFailed: "The images could not be loaded.",
} as const;
