/** Texts of the windows in which messages are written. */
export const dockTexts = {
  minimize: "Minimize",
  expand: "Expand",
  shrink: "Shrink",
  minimized: "Minimized emails",
} as const;
