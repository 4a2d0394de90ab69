import { filingTexts } from "#/features/filing/filing-texts.ts";
import { comingDate } from "#/lib/dates.ts";
import type { MailAction } from "#/state/changes/mail-actions.ts";

/** Returns the action that snoozes messages until a time. */
export function snoozeUntil(at: Date, now: Date): MailAction {
  const iso = at.toISOString();
  return {
    change: { snoozeUntil: iso },
    doneText: filingTexts.snooze.done(comingDate(iso, now)),
  };
}
