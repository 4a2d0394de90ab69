/** The sidebar's way to the brief, spelled once. */
export const briefLinkTexts = { brief: "Daily brief" } as const;
