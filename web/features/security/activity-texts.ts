/** All texts about the activity of the account. */
export const activityTexts = {
  title: "Activity",
  hint: "Sign-ins and security changes to your account.",
  open: "Show activity",
  about: "Newest first. Addresses and names are kept for one year.",
  list: "Activity of your account",
  from: (address: string) => `from ${address}`,
  byApiClient: "By an app",
  byAdmin: "By an administrator",
  showMore: "Show more",
  ofServer: "Audit log of this server",
} as const;
