/** Texts about linked calendars. */
export const calendarTexts = {
  title: "Calendars",
  hint: "Accepted invitations are added to one calendar. All are checked for conflicts.",
  takes: "Default calendar",
  take: "Make default",
  taken: (name: string) =>
    `Invitations that you accept from now on go to ${name}. Existing events are not moved.`,
  none: "No calendars connected yet.",
  list: "Your calendars",
  add: "Connect a calendar",
  address: "Address",
  addressHint:
    "The calendar server (CalDAV), for example https://dav.example.org. Often your email address or your provider's domain is enough.",
  user: "User name",
  password: "App password",
  passwordHint: "Create one for Inlet in your provider's settings. It is stored encrypted.",
  missing: "Please fill in the address, the user name and the app password.",
  connect: "Connect",
  choose: "Which calendar?",
  chooseFirst: "Please choose a calendar.",
  connected: (name: string) => `${name} is connected.`,
  logTitle: (name: string) => `Activity of ${name}`,
  remove: "Disconnect",
  removeTitle: (name: string) => `Disconnect ${name}?`,
  removeHint: "Its events stay. Inlet deletes the password.",
  removed: "Calendar disconnected.",
} as const;
