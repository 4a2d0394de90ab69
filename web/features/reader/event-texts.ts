/** Every sentence about meetings that a mail names, spelled once. */
export const eventTexts = {
  found: (when: string) => `This mentions a meeting: ${when}`,
  open: "Add to calendar",
  hint: "Look whether it is right before you add it. The time is by your own clock.",
  title: "Title",
  day: "Day",
  start: "Begins",
  end: "Ends",
  place: "Place",
  calendar: "Calendar",
  noCalendar:
    "No calendar is connected. Download the event, or connect one in Settings → Integrations.",
  add: "Add",
  added: (calendar: string) => `It goes into ${calendar}.`,
  notAdded: "It was not added. Please try again.",
  save: "Download .ics",
  noTitle: "Please give it a title.",
  noTime: "Please choose a day and times. It ends after it begins.",
} as const;
