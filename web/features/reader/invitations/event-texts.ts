/** Texts about meetings in messages. */
export const eventTexts = {
  found: (when: string) => `This mentions a meeting: ${when}`,
  open: "Add to calendar",
  hint: "Check it before you add it. The time is in your time zone.",
  title: "Title",
  day: "Day",
  start: "Starts",
  end: "Ends",
  place: "Place",
  calendar: "Calendar",
  noCalendar:
    "No calendar is connected. Download the event, or connect one in Settings → Integrations.",
  add: "Add",
  added: (calendar: string) => `Adding to ${calendar}.`,
  notAdded: "It was not added. Please try again.",
  save: "Download .ics",
  noTitle: "Please enter a title.",
  noTime: "Please choose a day and times. The end must be after the start.",
} as const;
