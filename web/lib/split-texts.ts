/** What the parts of the inbox are called that everybody has. */
export const splitTexts = { all: "All", important: "Important", other: "Other" } as const;
