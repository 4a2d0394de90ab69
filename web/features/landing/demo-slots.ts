/** Hours at which a talk may begin, in the visitor's time zone. */
const hours = [9, 10, 11, 13, 14, 15, 16];
const workdays = 5;

/** A day with the times at which a talk may begin. */
interface SlotDay {
  /** Formatted as 2026-11-23, in the visitor's time zone. */
  day: string;
  label: string;
  slots: { startsAt: Date; label: string }[];
}

/** Returns the next five workdays after `now`, each with its times, in the visitor's time zone and language. */
export function demoSlots(now: Date, locale?: string): SlotDay[] {
  const dayLabel = new Intl.DateTimeFormat(locale, {
    weekday: "short",
    day: "numeric",
    month: "short",
  });
  const timeLabel = new Intl.DateTimeFormat(locale, { hour: "2-digit", minute: "2-digit" });
  const days: SlotDay[] = [];
  for (let ahead = 1; days.length < workdays; ahead++) {
    const at = (hour: number) =>
      new Date(now.getFullYear(), now.getMonth(), now.getDate() + ahead, hour);
    const noon = at(12);
    if (noon.getDay() === 0 || noon.getDay() === 6) continue;
    days.push({
      day: [noon.getFullYear(), noon.getMonth() + 1, noon.getDate()]
        .map((part) => String(part).padStart(2, "0"))
        .join("-"),
      label: dayLabel.format(noon),
      slots: hours.map((hour) => ({ startsAt: at(hour), label: timeLabel.format(at(hour)) })),
    });
  }
  return days;
}
