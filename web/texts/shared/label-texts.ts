/** Texts of a label's menu. */
export const labelTexts = {
  menu: (name: string) => `Label ${name}`,
  change: "Rename or recolor…",
  remove: "Delete label…",
} as const;
