import { locale } from "#/lib/locale.ts";

/** Returns `1 email` or `1,204 emails`; "Emails" alone if the number is unknown. */
export function countEmails(count: number): string {
  if (count === 0) return "Emails";
  return count === 1 ? "1 email" : `${count.toLocaleString(locale)} emails`;
}
