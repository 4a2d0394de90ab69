/** What a menu offers for a label. */
export const labelTexts = {
  menu: (name: string) => `Label ${name}`,
  change: "Rename or recolor…",
  remove: "Delete label…",
} as const;
