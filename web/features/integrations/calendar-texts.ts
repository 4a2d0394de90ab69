/** Every sentence about linked calendars, spelled once. */
export const calendarTexts = {
  title: "Calendars",
  hint: "Invitations that you accept are put into one calendar. All are looked at for what stands in their way.",
  takes: "Gets what you accept",
  take: "Put what I accept here",
  taken: (name: string) =>
    `Invitations that you accept from now on go to ${name}. What stands elsewhere stays there.`,
  none: "No calendar is connected yet.",
  list: "Your calendars",
  add: "Connect a calendar",
  address: "Address",
  addressHint:
    "Of the calendar server (CalDAV), as in https://dav.example.org. Often your email address or your provider's domain is enough.",
  user: "User name",
  password: "App password",
  passwordHint: "Make one for Inlet in the settings of your provider. It is kept encrypted.",
  missing: "Please fill in the address, the user name and the app password.",
  connect: "Connect",
  choose: "Which calendar?",
  chooseFirst: "Please choose a calendar.",
  connected: (name: string) => `${name} is connected.`,
  logTitle: (name: string) => `What ${name} was told`,
  remove: "Disconnect",
  removeTitle: (name: string) => `Disconnect ${name}?`,
  removeHint: "What was put there stays. Inlet forgets the password.",
  removed: "The calendar is disconnected.",
} as const;
