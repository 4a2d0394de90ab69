import type { Category } from "@inlet/contract/mail/email.ts";

/** Names of the categories, the same as in web/texts/shared/kind-texts.ts. */
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
} as const;
