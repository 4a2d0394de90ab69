/** What is said about the files of a mail. */
export const attachmentTexts = {
  preview: (name: string) => `Preview ${name}`,
  view: (name: string) => `View ${name} in a new tab`,
  all: "Download all",
  gathering: "Gathering the files...",
  failed: "The files could not be fetched. Please try again.",
  loading: "Loading...",
  noPicture: "This file is not a picture that can be shown.",
  cut: "Only the beginning is shown here. The download has all of it.",
  download: "Download",
  previous: "Previous file",
  next: "Next file",
  place: (at: number, count: number) => `${at} of ${count}`,
} as const;
