/** Every sentence of the tab that sums a mail up, spelled once. */
export const summaryTexts = {
  views: "Views of this email",
  content: "Content",
  summary: "AI Summary",
  pending: "Summing up this email...",
  failed: "The summary could not be made",
  retry: "Try again",
  show: "Show in the email",
  points: "In short",
  asks: (name: string) => `${name} asks`,
  somebody: "The sender",
  dates: "Dates",
  amounts: "Amounts",
  thread: "The conversation",
  local: "Made on this server without AI models",
  model: (name: string, host: string) => `Made by ${name} via ${host}`,
} as const;
