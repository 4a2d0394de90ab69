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

/** Returns a date in the format of the browser's date and time field. */
export function fieldTime(date: Date): string {
  const two = (value: number) => String(value).padStart(2, "0");
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`;
}

// Counts calendar days: a day on which the clocks change does not have 24 hours.
function atHour(now: Date, days: number, hour: number): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, hour);
}
