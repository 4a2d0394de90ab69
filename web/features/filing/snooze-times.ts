import { filingTexts } from "#/features/filing/filing-texts.ts";

interface SnoozeTime {
  label: string;
  at: Date;
}

const morning = 8;
const evening = 18;
const laterHours = 3;
const saturday = 6;
const monday = 1;

/** Returns the times to suggest now: all in the future, and no time twice. */
export function snoozeTimes(now: Date): SnoozeTime[] {
  const { snooze } = filingTexts;
  const later = laterToday(now);
  const today = now.getDay();
  const times = [
    later && { label: snooze.laterToday, at: later },
    { label: snooze.tomorrow, at: inDays(now, 1) },
    // On a Friday, tomorrow is the weekend; on a weekend, "next week" means the coming week.
    today >= monday && today < saturday - 1
      ? { label: snooze.weekend, at: inDays(now, saturday - today) }
      : null,
    // On a Sunday, tomorrow is the next week.
    today === 0 ? null : { label: snooze.nextWeek, at: inDays(now, 7 + monday - today) },
  ];
  return times.filter((time) => time !== null);
}

/** Returns a full hour some hours ahead, unless that is at night. */
function laterToday(now: Date): Date | null {
  const at = new Date(
    now.getFullYear(),
    now.getMonth(),
    now.getDate(),
    now.getHours() + laterHours,
  );
  if (at.getDate() === now.getDate() && at.getHours() <= evening) {
    return at.getHours() < morning ? inDays(now, 0) : at;
  }
  const tonight = new Date(
    now.getFullYear(),
    now.getMonth(),
    now.getDate(),
    evening + laterHours - 1,
  );
  return now < tonight && now.getHours() < evening + 1 ? tonight : null;
}

function inDays(now: Date, days: number): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, morning);
}
