import { locale } from "#/lib/locale.ts";

const number = (count: number) => count.toLocaleString(locale);

const jobNames: Record<string, string> = {
  "watch-account": "Following a mail account",
  "message-arrived": "Sorting new mail",
  "tell-server": "Telling the mail server of changes",
  "bulk-change": "Changing many emails",
  "undo-change": "Taking a change of many emails back",
  "return-snoozed": "Returning snoozed mail",
  "import-mail": "Importing mail",
  "send-host-mail": "Sending mail of this server",
  notify: "Deciding about notifications",
  push: "Sending notifications",
  "push-brief": "Sending notifications of the daily brief",
  "brief-to-integration": "Handing on the daily brief",
  "deliver-integration": "Telling an integration",
  "sync-contacts": "Keeping an address book in step",
  "daily-summary": "Making the daily brief",
  "sort-mail": "Sorting mail",
  "return-follow-ups": "Reminding of answers",
  "remind-of-reply": "Reminding of an answer",
  "prepare-answers": "Preparing answers",
  "learn-sorting": "Learning from corrections",
  "learn-from-use": "Learning from use",
  "send-outbox": "Sending mail",
  "draft-to-server": "Keeping a draft on the mail server",
};

/** Every sentence of the screens for administrators, spelled once. */
export const adminTexts = {
  title: "Administration",
  refused: "This takes an administrator.",
  refusedHint: "Ask one of this server's administrators if you need something changed here.",
  back: "Settings",
  sections: {
    users: "People",
    registration: "Invitations",
    accounts: "Mail accounts",
    jobs: "Jobs",
    storage: "Storage",
    models: "Model use",
    backups: "Backups",
  },
  cancel: "Cancel",
  close: "Close",
  done: "Done",
  saving: "Saving...",
  failed: "Something went wrong",
  password: "Your password",
  noPassword:
    "You have no password here: that you signed in within the last ten minutes is enough.",
  never: "never",
  unknown: "unknown",
  copy: "Copy",
  copied: "Copied",
  link: "Link",
  pages: {
    before: "Previous page",
    next: "Next page",
    shown: (from: number, to: number, total: number) =>
      `${number(from)} to ${number(to)} of ${number(total)}`,
  },

  users: {
    hint: "Everybody with an account on this server. You see who they are and how much there is of theirs, never their mail.",
    search: "Search people",
    list: "People",
    none: "Nobody is found.",
    columns: { who: "Who", seen: "Last seen", mail: "Mail", actions: "Actions" },
    admin: "Administrator",
    disabled: "Sign-in off",
    you: "You",
    accounts: (count: number) => {
      if (count === 0) return "no mail account";
      return count === 1 ? "1 mail account" : `${number(count)} mail accounts`;
    },
    messages: (count: number) => (count === 1 ? "1 email" : `${number(count)} emails`),
    actions: (name: string) => `Actions: ${name}`,
    signOut: "Sign out everywhere",
    signedOut: (name: string) => `${name} is signed out everywhere.`,
    promote: {
      open: "Make administrator…",
      title: (name: string) => `Make ${name} an administrator`,
      hint: "Administrators change everything here, and you with it. They see no mail of others.",
      confirm: "Make administrator",
      done: (name: string) => `${name} is an administrator now.`,
    },
    demote: {
      open: "No longer administrator…",
      title: (name: string) => `Take administration from ${name}`,
      hint: "The account stays as it is, without these screens.",
      confirm: "Take it away",
      done: (name: string) => `${name} is no administrator any more.`,
    },
    disable: {
      open: "Switch off sign-in…",
      title: (name: string) => `Keep ${name} out`,
      hint: "Every device and program of theirs is signed out, their mail is no longer fetched, and what waits to be sent waits on. Nothing is deleted.",
      confirm: "Switch off sign-in",
      done: (name: string) => `${name} can no longer sign in.`,
    },
    enable: {
      open: "Switch on sign-in…",
      title: (name: string) => `Let ${name} in again`,
      hint: "They can sign in, their mail is fetched again, and what waited is sent.",
      confirm: "Switch on sign-in",
      done: (name: string) => `${name} can sign in again.`,
    },
    reset: {
      open: "New password…",
      title: (name: string) => `A new password for ${name}`,
      hint: "They choose it by a link that works once, for 30 minutes. Their password stays until then; a second step stays in any case.",
      mailed: "Mail the link to them",
      confirm: "Make a link",
      send: "Mail the link",
      sent: (email: string) => `The link is on its way to ${email}.`,
      shown: "Hand this link to them alone: whoever opens it first chooses the password.",
    },
    remove: {
      open: "Delete…",
      title: (name: string) => `Delete ${name}`,
      hint: "Everything of theirs on this server goes: mail, rules, contacts, settings. What their mail servers hold stays there. It cannot be undone.",
      confirmation: (email: string) => `Type ${email} to confirm`,
      confirm: "Delete for ever",
      deleting: "Deleting...",
      done: (name: string) => `${name} is deleted.`,
    },
  },

  registration: {
    title: "Who may sign up",
    hint: "A new account is an ordinary one. Who is here already is not concerned.",
    byDefault:
      "Nobody chose it yet: while Inlet is reached on this machine alone anybody may sign up, otherwise it takes an invitation.",
    fixed: "INLET_REGISTRATION decides this, where the server is started.",
    modes: {
      open: { label: "Anybody", hint: "Whoever can open this server's page." },
      invite: { label: "By invitation", hint: "Whoever has a link from the list below." },
      closed: { label: "Nobody", hint: "Invitations are of no use until this is changed." },
    },
    saved: "Saved.",
    invitations: "Invitations",
    invitationsHint: "Each link lets one person sign up while registration is by invitation.",
    create: "New invitation",
    list: "Open invitations",
    none: "No invitation is open.",
    anybody: "Whoever has the link",
    until: (day: string) => `until ${day}`,
    revoke: "Revoke",
    revokeName: (who: string) => `Revoke: ${who}`,
    revoked: "The invitation is revoked.",
    email: "Email address",
    emailHint: "Optional. With one, the link lets in nobody else.",
    days: "Works for",
    dayCount: (count: number) => (count === 1 ? "1 day" : `${number(count)} days`),
    mailed: "Mail the link to this address",
    make: "Make invitation",
    made: "Your invitation",
    madeHint: "This link is shown this once. It lets one person sign up.",
  },

  accounts: {
    hint: "How the mail accounts of everybody fare. Trouble comes first.",
    list: "Mail accounts",
    none: "Nobody has connected a mail account yet.",
    allWell: "All is well.",
    inTrouble: (count: number) =>
      count === 1 ? "1 account is in trouble." : `${number(count)} accounts are in trouble.`,
    states: {
      connecting: "Connecting",
      syncing: "Fetching",
      watching: "In step",
      waiting: "Trying again",
      failed: "Failed",
      resting: "Resting",
    },
    lastSync: (when: string) => `last in step ${when}`,
    neverSynced: "not in step yet",
    of: (owner: string) => `of ${owner}`,
  },

  jobs: {
    hint: "The work that the server does in the background. What fails is tried again by itself, later each time.",
    waiting: "Waiting",
    running: "Running",
    scheduled: "Scheduled",
    failing: "Failing",
    list: "Work that failed",
    none: "Nothing failed.",
    ofNobody: "the server",
    failures: (count: number) => (count === 1 ? "failed once" : `failed ${number(count)} times`),
    nextTry: (when: string) => `next try ${when}`,
    underWay: "being tried",
    /** What the server calls its kinds of work; one that is not listed is shown as it is. */
    kind: (name: string) => jobNames[name] ?? name,
    retry: "Run again",
    retryName: (kind: string) => `Run again: ${kind}`,
    retried: "It is tried again.",
  },

  storage: {
    hint: "What Inlet keeps on this server. Attachments are a cache: they are fetched again when they are needed.",
    database: (engine: string) => `Database (${engine})`,
    engines: { sqlite: "SQLite", postgres: "PostgreSQL" },
    blobs: (files: number) =>
      files === 1
        ? "Attachments and uploads (1 file)"
        : `Attachments and uploads (${number(files)} files)`,
    backups: "Backups",
    free: "Free on the disk",
    freeOf: (free: string, total: string) => `${free} of ${total}`,
    users: "Most mail",
    usersHint: "Sizes as the mail servers count them.",
    none: "There is no mail yet.",
    columns: { who: "Who", messages: "Emails", size: "Size" },
  },

  models: {
    hint: "What AI models were asked, by person: counts and costs, no text.",
    month: "Month",
    none: "No model was asked in this month.",
    columns: { who: "Who", calls: "Questions", tokens: "Tokens in and out", cost: "Cost" },
    total: "Together",
    tokens: (input: number, output: number) => `${number(input)} / ${number(output)}`,
    usd: (usd: number) =>
      usd.toLocaleString(locale, { style: "currency", currency: "USD", maximumFractionDigits: 4 }),
    unpriced: (count: number) =>
      count === 1 ? "1 without a known price" : `${number(count)} without a known price`,
    count: number,
  },

  backups: {
    hint: (folder: string) =>
      `Everything that nobody else has, in ${folder}. A backup is of use with secret.key alone, which is not in it: keep both, and not only on this machine.`,
    now: "Back up now",
    making: "Backing up...",
    made: "The backup is made, and whole.",
    list: "Backups",
    none: "There is no backup yet.",
    kinds: { nightly: "Of the night", manual: "Made by hand" },
    elsewhere: (host: string, folder: string) =>
      `Made by another process: on ${host}, in ${folder}`,
  },
} as const;
