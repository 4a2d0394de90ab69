import { locale } from "#/lib/locale.ts";

const number = (count: number) => count.toLocaleString(locale);

const jobNames: Record<string, string> = {
  "watch-account": "Watch account",
  "message-arrived": "Process new mail",
  "tell-server": "Push changes to mail server",
  "bulk-change": "Change many emails",
  "undo-change": "Undo a change to many emails",
  "return-snoozed": "Return snoozed email",
  "import-mail": "Import mail",
  "send-host-mail": "Send this server's email",
  notify: "Decide on notifications",
  push: "Send notifications",
  "push-brief": "Send daily brief notifications",
  "brief-to-integration": "Deliver daily brief",
  "deliver-integration": "Deliver to integration",
  "sync-contacts": "Sync contacts",
  "daily-summary": "Create daily brief",
  "sort-mail": "Classify mail",
  "return-follow-ups": "Follow-up reminders",
  "remind-of-reply": "Follow-up reminder",
  "prepare-answers": "Prepare reply drafts",
  "learn-sorting": "Learn from corrections",
  "learn-from-use": "Learn from use",
  "send-outbox": "Send email",
  "draft-to-server": "Save draft to mail server",
};

/** Texts of the screens for administrators. */
export const adminTexts = {
  title: "Administration",
  refused: "Only administrators can do this.",
  refusedHint: "Ask one of this server's administrators if you need something changed here.",
  back: "Settings",
  sections: {
    users: "Users",
    registration: "Invitations",
    accounts: "Mail accounts",
    jobs: "Jobs",
    storage: "Storage",
    models: "AI usage",
    backups: "Backups",
  },
  cancel: "Cancel",
  close: "Close",
  done: "Done",
  saving: "Saving…",
  failed: "Something went wrong",
  password: "Your password",
  noPassword: "No password needed: you signed in less than 10 minutes ago.",
  never: "never",
  unknown: "unknown",
  link: "Link",
  pages: {
    before: "Previous page",
    next: "Next page",
    shown: (from: number, to: number, total: number) =>
      `${number(from)} to ${number(to)} of ${number(total)}`,
  },

  users: {
    hint: "All users of this server. You can see their usage, but not their mail.",
    search: "Search users",
    list: "Users",
    none: "No users found.",
    columns: { who: "User", seen: "Last seen", mail: "Mail", actions: "Actions" },
    admin: "Administrator",
    disabled: "Disabled",
    you: "You",
    accounts: (count: number) => {
      if (count === 0) return "no mail accounts";
      return count === 1 ? "1 mail account" : `${number(count)} mail accounts`;
    },
    messages: (count: number) => (count === 1 ? "1 email" : `${number(count)} emails`),
    actions: (name: string) => `Actions: ${name}`,
    signOut: "Sign out everywhere",
    signedOut: (name: string) => `${name} is signed out everywhere.`,
    promote: {
      open: "Make administrator…",
      title: (name: string) => `Make ${name} an administrator`,
      hint: "Administrators can change all settings, including your role. They cannot read other users' mail.",
      confirm: "Make administrator",
      done: (name: string) => `${name} is now an administrator.`,
    },
    demote: {
      open: "Remove administrator role…",
      title: (name: string) => `Remove administrator role from ${name}`,
      hint: "The account stays, without access to these screens.",
      confirm: "Remove role",
      done: (name: string) => `${name} is no longer an administrator.`,
    },
    disable: {
      open: "Disable account…",
      title: (name: string) => `Disable ${name}`,
      hint: "All their devices and apps are signed out, their mail is no longer synced, and scheduled emails are paused. Nothing is deleted.",
      confirm: "Disable account",
      done: (name: string) => `${name} can no longer sign in.`,
    },
    enable: {
      open: "Enable account…",
      title: (name: string) => `Enable ${name}`,
      hint: "They can sign in again, their mail is synced, and paused emails are sent.",
      confirm: "Enable account",
      done: (name: string) => `${name} can sign in again.`,
    },
    reset: {
      open: "New password…",
      title: (name: string) => `A new password for ${name}`,
      hint: "They set it with a one-time link, valid for 30 minutes. Their current password works until then. Two-factor authentication stays on.",
      mailed: "Email the link to them",
      confirm: "Create link",
      send: "Email link",
      sent: (email: string) => `The link was sent to ${email}.`,
      shown: "Share this link only with them: anyone who opens it can set the password.",
    },
    remove: {
      open: "Delete…",
      title: (name: string) => `Delete ${name}`,
      hint: "Deletes all their data on this server: mail, rules, contacts and settings. Mail on their providers is not affected. This cannot be undone.",
      confirmation: (email: string) => `Type ${email} to confirm`,
      confirm: "Delete permanently",
      deleting: "Deleting…",
      done: (name: string) => `${name} was deleted.`,
    },
  },

  registration: {
    title: "Who can sign up",
    hint: "Applies to new users only. New users are not administrators.",
    byDefault:
      "Default: open while Inlet is reachable only from this machine, otherwise by invitation.",
    fixed: "Set by the INLET_REGISTRATION environment variable.",
    modes: {
      open: { label: "Anyone", hint: "Anyone who can open this server's page." },
      invite: {
        label: "By invitation",
        hint: "Anyone with an invitation link from the list below.",
      },
      closed: { label: "No one", hint: "Invitations are disabled." },
    },
    saved: "Saved.",
    invitations: "Invitations",
    invitationsHint: "Each link lets one person sign up while sign-up is by invitation.",
    create: "New invitation",
    list: "Pending invitations",
    none: "No pending invitations.",
    anyone: "Anyone with the link",
    until: (day: string) => `until ${day}`,
    revoke: "Revoke",
    revokeName: (who: string) => `Revoke: ${who}`,
    revoked: "Invitation revoked.",
    email: "Email address",
    emailHint: "Optional. If set, the link works only for this address.",
    days: "Valid for",
    dayCount: (count: number) => (count === 1 ? "1 day" : `${number(count)} days`),
    mailed: "Email the link to this address",
    make: "Create invitation",
    made: "Your invitation",
    madeHint: "This link is shown only once. It lets one person sign up.",
  },

  accounts: {
    hint: "All mail accounts, problems first.",
    list: "Mail accounts",
    none: "No mail accounts connected yet.",
    allWell: "No problems.",
    inTrouble: (count: number) =>
      count === 1 ? "1 account has errors." : `${number(count)} accounts have errors.`,
    states: {
      connecting: "Connecting",
      syncing: "Syncing",
      watching: "Up to date",
      waiting: "Trying again",
      failed: "Failed",
      resting: "Paused",
    },
    lastSync: (when: string) => `last synced ${when}`,
    neverSynced: "never synced",
    of: (owner: string) => `of ${owner}`,
  },

  jobs: {
    hint: "Background work of the server. Failed jobs are retried automatically, with growing delays.",
    waiting: "Waiting",
    running: "Running",
    scheduled: "Scheduled",
    failing: "Failing",
    list: "Failed jobs",
    none: "No failed jobs.",
    ofUnknown: "System",
    failures: (count: number) => (count === 1 ? "failed once" : `failed ${number(count)} times`),
    nextTry: (when: string) => `next retry ${when}`,
    underWay: "retrying now",
    /** Names of the server's job kinds; an unlisted kind is shown under its internal name. */
    kind: (name: string) => jobNames[name] ?? name,
    retry: "Run again",
    retryName: (kind: string) => `Run again: ${kind}`,
    retried: "Retrying.",
  },

  storage: {
    hint: "What Inlet stores on this server. Attachments are a cache: they are downloaded again when needed.",
    database: (engine: string) => `Database (${engine})`,
    engines: { sqlite: "SQLite", postgres: "PostgreSQL" },
    blobs: (files: number) =>
      files === 1
        ? "Attachments and uploads (1 file)"
        : `Attachments and uploads (${number(files)} files)`,
    backups: "Backups",
    free: "Free disk space",
    freeOf: (free: string, total: string) => `${free} of ${total}`,
    users: "Most mail",
    usersHint: "Sizes as reported by the mail servers.",
    none: "No mail yet.",
    columns: { who: "User", messages: "Emails", size: "Size" },
  },

  models: {
    hint: "AI usage by user: requests and cost, no content.",
    month: "Month",
    none: "No requests this month.",
    columns: { who: "User", calls: "Requests", tokens: "Tokens in and out", cost: "Cost" },
    total: "Total",
    tokens: (input: number, output: number) => `${number(input)} / ${number(output)}`,
    usd: (usd: number) =>
      usd.toLocaleString(locale, { style: "currency", currency: "USD", maximumFractionDigits: 4 }),
    unpriced: (count: number) =>
      count === 1 ? "1 without a known price" : `${number(count)} without a known price`,
    count: number,
  },

  backups: {
    hint: (folder: string) =>
      `Saved in ${folder}. Includes everything needed to restore except secret.key. Keep both, off this machine too.`,
    now: "Back up now",
    making: "Backing up…",
    made: "Backup complete and verified.",
    list: "Backups",
    none: "No backups yet.",
    kinds: { nightly: "Nightly", manual: "Manual" },
    elsewhere: (host: string, folder: string) =>
      `Created by another process: on ${host}, in ${folder}`,
  },
} as const;
