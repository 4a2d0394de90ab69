import { countEmails } from "#/lib/count-emails.ts";
import { locale } from "#/lib/locale.ts";
import type { DoctorStep } from "@inlet/contract/mail/account-doctor.ts";
import type { SyncMonths } from "@inlet/contract/mail/account-health.ts";
import type { AccountColor, MailProvider } from "@inlet/contract/mail/accounts.ts";

const steps: Record<DoctorStep, string> = {
  settings: "Mail servers",
  dns: "Server name",
  tcp: "Connection",
  tls: "Encryption",
  login: "Login",
  folders: "Folders",
  smtp: "Sending",
};

/** Texts about connecting a mailbox and about its state. */
export const accountTexts = {
  providers: { google: "Google", microsoft: "Microsoft" } satisfies Record<MailProvider, string>,

  strip: {
    menu: (count: number) => `All ${count} accounts`,
  },

  list: {
    hint: "The mailboxes that Inlet shows together.",
    allHint: "The mail of every account in one list",
    activate: "Show only this",
    active: "Shown",
  },

  remove: {
    open: (mail: string) => `Delete ${mail}`,
    title: "Delete email account",
    question: "Are you sure you want to delete this email account?",
    hint: "Its mail is removed from Inlet and stays on the mail server.",
    unsent: (count: number) =>
      count === 1
        ? "One unsent email from it will not be sent."
        : `${count} unsent emails from it will not be sent.`,
    confirm: "Delete account",
    removing: "Deleting…",
  },

  signIn: {
    group: "Sign in at your provider",
    with: (name: string) => `Continue with ${name}`,
    or: "or with a password",
    code: "Use a code on another device",
    notSetUp: (name: string) =>
      `This address signs in at ${name}, which is not set up on this server. Ask your administrator.`,
    setUp: (name: string, variables: readonly string[]) =>
      `Sign-in at ${name} is not set up. To offer it, set ${variables.join(" and ")} on the server.`,
    notSetUpHere: (names: string) => `Sign-in at ${names} is not set up on this server.`,
    leaving: "Opening the sign-in page…",
    deviceTitle: "Enter this code",
    deviceHint:
      "Open the page on any device, enter the code and allow Inlet to read and send your mail.",
    deviceOpen: "Open the page",
    deviceWaiting: "Waiting for you to enter it…",
    deviceCancel: "Cancel",
    finishing: "Connecting your mailbox…",
    failed: "The mailbox was not connected",
    toSettings: "Back to Email Accounts",
    connected: (mail: string) => `${mail} is connected.`,
    reconnected: (mail: string) => `${mail} is connected again.`,
  },

  doctor: {
    test: "Test connection",
    testing: "Testing…",
    steps,
    list: "Connection test",
    states: { running: "testing", ok: "works", failed: "failed", skipped: "skipped" },
    fingerprint: "Self-signed certificate, SHA-256",
    help: "How to create an app password",
    failed: "The connection could not be tested.",
  },

  change: {
    title: "Change account",
    name: "Display name",
    nameHint: "Leave empty to show the address.",
    color: "Color",
    colorHint: "Marks its emails wherever several accounts appear together.",
    noColor: "Automatic",
    colors: {
      blue: "Blue",
      teal: "Teal",
      green: "Green",
      yellow: "Yellow",
      orange: "Orange",
      red: "Red",
      purple: "Purple",
    } satisfies Record<AccountColor, string>,
    pass: "New password",
    passHint: "Leave empty to keep the current password.",
    user: "User name",
    stopSending: "Stop sending from this account",
    findOutgoing: "Find the outgoing server",
    outgoing: "Outgoing mail (SMTP)",
    outgoingHint: "Leave empty to use the mailbox's user name and password.",
    noOutgoing: "This account can receive email, but not send it.",
    depth: "How much mail to sync",
    depths: [
      { months: 0, label: "All mail" },
      { months: 1, label: "1 month" },
      { months: 3, label: "3 months" },
      { months: 6, label: "6 months" },
      { months: 12, label: "1 year" },
      { months: 24, label: "2 years" },
      { months: 60, label: "5 years" },
    ] satisfies { months: SyncMonths; label: string }[],
    save: "Save",
    saving: "Saving…",
    failed: "The change could not be saved.",
    reconnect: (name: string) => `Reconnect with ${name}`,
    reconnectHint: (name: string) => `This account signs in through ${name}. Its mail stays here.`,
    certificate: "The certificate has changed",
    certificateHint:
      "This server uses a self-signed certificate. Accept the new certificate only if you know why it changed, for example after a renewal.",
    before: "Trusted until now",
    now: "Shown now",
    look: "View the new certificate",
    accept: "Accept this certificate",
  },

  health: {
    open: "Details",
    close: "Hide details",
    change: "Change",
    fix: "Fix",
    receiveOnly: "Sending not set up",
    reconnect: "Reconnect",
    folder: "Folder",
    counts: "Emails",
    emails: countEmails,
    compared: "Checked",
    never: "not yet",
    serverHere: (server: number | null, here: number) =>
      server === null
        ? `here ${here.toLocaleString(locale)}`
        : `server ${server.toLocaleString(locale)} · here ${here.toLocaleString(locale)}`,
    states: {
      equal: "Equal",
      behind: "Behind",
      repairing: "Repairing",
      unreadable: "Not all could be read",
      unknown: "Not checked yet",
    },
    excluded: "Not synced",
    compare: "Check now",
    comparing: "Checking…",
    cannotCompare: "The mail server cannot be reached right now.",
    state: "State",
    server: "Mail server",
    lastSync: "Last synced",
    connections: "Connections",
    connectionsOf: (open: number, limit: number) => `${open} of at most ${limit}`,
    storage: "Mail synced",
    quota: "Mailbox",
    quotaOf: (used: string, limit: string) => `${used} of ${limit}`,
    traffic: "Downloaded today",
    waiting: "Pending changes",
    paused: (when: string) => `Rate limited until ${when}`,
    fingerprint: "Trusted certificate",
    failed: "Could not load account status.",
  },
} as const;
