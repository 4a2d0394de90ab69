import type { Profile } from "./profile.ts";

const basic = ["IMAP4rev1", "ID", "NAMESPACE", "IDLE", "UNSELECT", "LITERAL+", "CHILDREN"];
const withCondstore = [...basic, "SPECIAL-USE", "UIDPLUS", "MOVE", "ENABLE", "CONDSTORE"];
const usualFolders = [
  { name: "INBOX" },
  { name: "Sent", use: "\\Sent" },
  { name: "Drafts", use: "\\Drafts" },
  { name: "Archive", use: "\\Archive" },
  { name: "Junk", use: "\\Junk" },
  { name: "Trash", use: "\\Trash" },
];
const unmarked = usualFolders.map(({ name }) => ({ name }));

/** A server that follows the RFCs. */
const plain: Profile = {
  name: "plain",
  capabilities: [...withCondstore, "QRESYNC", "ESEARCH", "LIST-EXTENDED", "LIST-STATUS"],
  delimiter: "/",
  prefix: "",
  folders: usualFolders,
  quirks: {},
};

/** Profiles of the fake servers, by name. */
export const profiles = {
  plain,
  /** In German, as Google lists it: the names are modified UTF-7 and only the flags give the roles. */
  gmail: {
    ...plain,
    name: "gmail",
    capabilities: [...withCondstore, "X-GM-EXT-1", "ESEARCH"],
    folders: [
      { name: "INBOX" },
      { name: "Projekte" },
      { name: "Reisen/2026" },
      { name: "[Gmail]", isNoselect: true },
      { name: "[Gmail]/Alle Nachrichten", use: "\\All" },
      { name: "[Gmail]/Entw&APw-rfe", use: "\\Drafts" },
      { name: "[Gmail]/Gesendet", use: "\\Sent" },
      { name: "[Gmail]/Markiert", use: "\\Flagged" },
      { name: "[Gmail]/Papierkorb", use: "\\Trash" },
      { name: "[Gmail]/Spam", use: "\\Junk" },
    ],
    quirks: { hasLabels: true },
  },
  /** Exchange and 365: no SPECIAL-USE, folder names in the mailbox's language, no CONDSTORE. */
  exchange: {
    ...plain,
    name: "exchange",
    capabilities: [...basic, "UIDPLUS", "MOVE"],
    folders: [
      { name: "INBOX" },
      { name: "Gesendete Elemente" },
      { name: "Entw&APw-rfe" },
      { name: "Gel&APY-schte Elemente" },
      { name: "Junk-E-Mail" },
      { name: "Archiv" },
    ],
    quirks: { refusesEmptyId: true, reportsBeforeIdle: true },
  },
  yahoo: {
    ...plain,
    name: "yahoo",
    capabilities: withCondstore,
    folders: [
      { name: "INBOX" },
      { name: "Archive", use: "\\Archive" },
      { name: "Bulk", use: "\\Junk" },
      { name: "Draft", use: "\\Drafts" },
      { name: "Sent", use: "\\Sent" },
      { name: "Trash", use: "\\Trash" },
    ],
    quirks: {
      keepsNumbers: true,
      showsNewest: 10_000,
      searchLimit: 10_000,
      refusesSearchKeys: ["MODSEQ", "OR"],
    },
  },
  /** QQ and, with a required ID, 163.com, 126.com and their other domains. */
  qq: {
    ...plain,
    name: "qq",
    capabilities: ["IMAP4rev1", "ID", "IDLE", "NAMESPACE", "UIDPLUS"],
    folders: [
      { name: "INBOX" },
      { name: "Sent Messages" },
      { name: "Drafts" },
      { name: "Deleted Messages" },
      { name: "Junk" },
      { name: "&UXZO1mWHTvZZOQ-", isNoselect: true },
      { name: "&UXZO1mWHTvZZOQ-/&XeVPXA-" },
    ],
    quirks: {
      needsId: true,
      refusesEmptyId: true,
      refusesDescendingSets: true,
      ignoresSearchKeys: true,
      refusesSearchKeys: ["TEXT", "BODY"],
    },
  },
  icloud: {
    ...plain,
    name: "icloud",
    capabilities: withCondstore,
    folders: [
      { name: "INBOX" },
      { name: "Sent Messages", use: "\\Sent" },
      { name: "Drafts", use: "\\Drafts" },
      { name: "Deleted Messages", use: "\\Trash" },
      { name: "Junk", use: "\\Junk" },
      { name: "Archive", use: "\\Archive" },
    ],
    quirks: { hasNoRfc822: true, refusesSelectOptions: true },
  },
  /** All folders are below the inbox. */
  courier: {
    ...plain,
    name: "courier",
    capabilities: ["IMAP4rev1", "UIDPLUS", "CHILDREN", "NAMESPACE", "IDLE"],
    delimiter: ".",
    prefix: "INBOX.",
    folders: [
      { name: "INBOX" },
      ...unmarked.slice(1).map(({ name }) => ({ name: `INBOX.${name}` })),
    ],
    quirks: { countsBySession: true },
  },
  hmail: {
    ...plain,
    name: "hmail",
    capabilities: ["IMAP4rev1", "CHILDREN", "IDLE", "NAMESPACE"],
    delimiter: ".",
    folders: unmarked,
    quirks: { sizeError: 37 },
  },
  protonBridge: {
    ...plain,
    name: "protonBridge",
    capabilities: [...basic, "SPECIAL-USE", "UIDPLUS", "MOVE"],
    folders: [...usualFolders, { name: "All Mail", use: "\\All" }, { name: "Folders/Work" }],
    quirks: { refusesUidExpunge: true },
  },
  yandex: {
    ...plain,
    name: "yandex",
    capabilities: [...basic, "SPECIAL-USE", "UIDPLUS", "MOVE"],
    delimiter: "|",
  },
  mailRu: { ...plain, name: "mailRu", capabilities: [...basic, "SPECIAL-USE", "UIDPLUS"] },
  domino: {
    ...plain,
    name: "domino",
    capabilities: ["IMAP4rev1", "NAMESPACE", "LITERAL+"],
    delimiter: "\\",
    folders: unmarked,
    quirks: { wrapsEnvelope: true },
  },
  /** A conforming server without CONDSTORE, whose changes must be found by comparison. */
  noCondstore: {
    ...plain,
    name: "noCondstore",
    capabilities: [...basic, "SPECIAL-USE", "UIDPLUS", "MOVE"],
  },
  /** A server without MOVE and without UID EXPUNGE. */
  noUidplus: { ...plain, name: "noUidplus", capabilities: [...basic, "SPECIAL-USE"] },
} satisfies Record<string, Profile>;
