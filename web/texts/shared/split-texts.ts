/** Names of the splits of the inbox that every user has. */
export const splitTexts = { all: "All", important: "Important", other: "Other" } as const;
