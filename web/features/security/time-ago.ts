import { securityTexts } from "#/features/security/security-texts.ts";

/** Returns the age of a time, as in "3 months ago"; "just now" under a minute, and if the clocks differ. */
export function timeAgo(iso: string, now: Date): string {
  return securityTexts.ago(now.getTime() - new Date(iso).getTime()) || securityTexts.justNow;
}
