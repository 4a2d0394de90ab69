/** A suggested time for sending later. */
export interface SendTime {
  name: "today" | "tomorrow" | "monday";
  at: Date;
}

const morningHour = 8;
const eveningHour = 18;

/** Returns the times to suggest now, in the user's own time zone. */
export function sendTimes(now: Date): SendTime[] {
  const daysToMonday = (8 - now.getDay()) % 7 || 7;
  const times: SendTime[] = [
    { name: "tomorrow", at: atHour(now, 1, morningHour) },
    // On a Sunday, Monday is tomorrow.
    ...(daysToMonday > 1
      ? [{ name: "monday" as const, at: atHour(now, daysToMonday, morningHour) }]
      : []),
  ];
  return now.getHours() < eveningHour - 1
    ? [{ name: "today", at: atHour(now, 0, eveningHour) }, ...times]
    : times;
}

// Counts calendar days: a day on which the clocks change does not have 24 hours.
function atHour(now: Date, days: number, hour: number): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, hour);
}
