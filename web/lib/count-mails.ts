import { locale } from "#/lib/locale.ts";

/** `1 email`, `1,204 emails`; nothing known of how many are "Emails" alone. */
export function mails(count: number): string {
  if (count === 0) return "Emails";
  return count === 1 ? "1 email" : `${count.toLocaleString(locale)} emails`;
}
