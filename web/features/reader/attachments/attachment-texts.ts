import { locale } from "#/lib/locale.ts";

/** All texts about the files of a message. */
export const attachmentTexts = {
  preview: (name: string) => `Preview ${name}`,
  view: (name: string) => `View ${name} in a new tab`,
  all: "Download all",
  gathering: "Collecting the files…",
  failed: "The files could not be downloaded. Please try again.",
  loading: "Loading…",
  noPicture: "This image cannot be shown.",
  cut: "Only the beginning is shown here. Download the file to see all of it.",
  download: "Download",
  previous: "Previous file",
  next: "Next file",
  zoomIn: "Zoom in",
  zoomOut: "Zoom out",
  zoom: (factor: number) => factor.toLocaleString(locale, { style: "percent" }),
  place: (at: number, count: number) => `${at} of ${count}`,
} as const;
