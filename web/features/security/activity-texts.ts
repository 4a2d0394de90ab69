/** Every sentence about what was done to the account, spelled once. */
export const activityTexts = {
  title: "Activity",
  hint: "Sign-ins, and what was changed that matters to the safety of your account.",
  open: "Show activity",
  about: "The newest first. Addresses and names are kept for a year.",
  list: "Activity of your account",
  from: (address: string) => `from ${address}`,
  byProgram: "By a program",
  byAdmin: "By an administrator",
  showMore: "Show more",
  ofServer: "Audit log of this server",
} as const;
