/** Text of the sidebar's link to the brief. */
export const briefLinkTexts = { brief: "Daily brief" } as const;
