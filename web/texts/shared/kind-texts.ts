import type { Category, Priority } from "@inlet/contract/mail/email.ts";

/** Names of categories and priorities. */
export const kindTexts = {
  categories: {
    Work: "Work",
    Personal: "Personal",
    Finance: "Finance",
    Social: "Social",
    Promotions: "Promotions",
    Updates: "Updates",
    Spam: "Spam",
  } satisfies Record<Category, string>,
  priorities: { High: "High", Medium: "Medium", Low: "Low" } satisfies Record<Priority, string>,
} as const;
