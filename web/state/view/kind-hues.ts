import type { Category } from "@inlet/contract/mail/email.ts";

/** Hue of each category. */
export const kindHues: Record<Category, number> = {
  Work: 255,
  Personal: 155,
  Finance: 85,
  Social: 310,
  Promotions: 45,
  Updates: 210,
  Spam: 25,
};
