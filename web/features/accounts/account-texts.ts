import { locale } from "#/lib/locale.ts";
import type { DoctorStep } from "@inlet/contract/account-doctor.ts";
import type { SyncMonths } from "@inlet/contract/account-health.ts";
import type { MailProvider } from "@inlet/contract/accounts.ts";

const steps: Record<DoctorStep, string> = {
  settings: "Mail servers",
  dns: "Name of the server",
  tcp: "Connection",
  tls: "Encryption",
  login: "Login",
  folders: "Folders",
  smtp: "Sending",
};

/** Every sentence about connecting a mailbox and about how it is doing. */
export const accountTexts = {
  providers: { google: "Google", microsoft: "Microsoft" } satisfies Record<MailProvider, string>,

  list: {
    hint: "The mailboxes whose mail Inlet shows together.",
    allHint: "The mail of every account in one list",
    activate: "Make active",
    active: "Active",
  },

  remove: {
    open: (mail: string) => `Delete ${mail}`,
    title: "Delete email account",
    question: "Are you sure you want to delete this email account?",
    hint: "Its mail is removed from Inlet and stays on the mail server.",
    unsent: (count: number) =>
      count === 1
        ? "An email that is still to be sent from it will not be sent."
        : `${count} emails that are still to be sent from it will not be sent.`,
    confirm: "Delete account",
    removing: "Deleting...",
  },

  signIn: {
    group: "Sign in at your provider",
    with: (name: string) => `Continue with ${name}`,
    or: "or with a password",
    code: "Use a code on another device",
    notSetUp: (name: string, variables: readonly string[]) =>
      `This address signs in at ${name}, which is not set up on this server. Whoever runs it sets ${variables.join(" and ")}.`,
    leaving: "Opening the sign-in page...",
    deviceTitle: "Type this code",
    deviceHint:
      "Open the page on any device, type the code and allow Inlet to read and send your mail.",
    deviceOpen: "Open the page",
    deviceWaiting: "Waiting for you to type it...",
    deviceCancel: "Cancel",
    finishing: "Connecting your mailbox...",
    failed: "The mailbox was not connected",
    toSettings: "Back to Email Accounts",
    connected: (mail: string) => `${mail} is connected.`,
    reconnected: (mail: string) => `${mail} is connected again.`,
  },

  doctor: {
    test: "Test connection",
    testing: "Testing...",
    steps,
    list: "What was tried",
    states: { running: "trying", ok: "works", failed: "does not work", skipped: "not tried" },
    fingerprint: "Its own certificate, SHA-256",
    help: "How to create an app password",
    failed: "The connection could not be tested.",
  },

  change: {
    title: "Change account",
    name: "Name shown",
    nameHint: "Left empty, the address is shown.",
    pass: "New password",
    passHint: "Left empty, the password stays as it is.",
    user: "User name",
    stopSending: "Stop sending from this account",
    findOutgoing: "Find the outgoing server",
    outgoing: "Outgoing mail (SMTP)",
    outgoingHint: "Left empty, user name and password are those of the mailbox.",
    noOutgoing: "Mail can be received here, but not sent.",
    depth: "How far back mail is kept here",
    depths: [
      { months: 0, label: "All of it" },
      { months: 1, label: "1 month" },
      { months: 3, label: "3 months" },
      { months: 6, label: "6 months" },
      { months: 12, label: "1 year" },
      { months: 24, label: "2 years" },
      { months: 60, label: "5 years" },
    ] satisfies { months: SyncMonths; label: string }[],
    save: "Save",
    saving: "Saving...",
    failed: "The change could not be saved.",
    reconnect: (name: string) => `Reconnect with ${name}`,
    reconnectHint: (name: string) =>
      `This mailbox is opened by signing in at ${name}. Its mail stays here.`,
    certificate: "The certificate has changed",
    certificateHint:
      "This server vouches for itself. Accept the new certificate only when you know why it changed, such as after its renewal.",
    before: "Trusted until now",
    now: "Shown now",
    look: "Look at the new certificate",
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
    counts: "Messages",
    compared: "Compared",
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
      unknown: "Not counted yet",
    },
    excluded: "Not kept here",
    compare: "Compare now",
    comparing: "Comparing...",
    cannotCompare: "The mail server cannot be asked just now.",
    state: "State",
    lastSync: "Last synced",
    connections: "Connections",
    connectionsOf: (open: number, limit: number) => `${open} of at most ${limit}`,
    storage: "Mail here",
    quota: "Mailbox",
    quotaOf: (used: string, limit: string) => `${used} of ${limit}`,
    traffic: "Fetched today",
    waiting: "Changes to be told",
    paused: (when: string) => `The server asked to be left alone until ${when}`,
    fingerprint: "Trusted certificate",
    failed: "How this mailbox is doing could not be read.",
  },
} as const;
