/** Properties of a kind of IMAP server, as data. */
export interface Profile {
  name: string;
  capabilities: readonly string[];
  delimiter: string;
  /** Prefix of all folders except the inbox, as in NAMESPACE. */
  prefix: string;
  folders: readonly { name: string; use?: string; isNoselect?: boolean }[];
  quirks: Quirks;
}

/** Boolean quirks of docs/imap-quirks.md. */
export interface Quirks {
  /** Folders are labels: a message can be in several, with one set of flags (Gmail). */
  hasLabels?: boolean;
  /** SELECT before ID is refused as unsafe (163.com). */
  needsId?: boolean;
  /** ID with NIL or an empty list gets BAD. */
  refusesEmptyId?: boolean;
  /** A descending set gets BAD (QQ). */
  refusesDescendingSets?: boolean;
  /** SEARCH returns all messages for any criteria (QQ). */
  ignoresSearchKeys?: boolean;
  /** SEARCH TEXT and BODY get BAD (QQ), as do MODSEQ and OR HEADER (Yahoo). */
  refusesSearchKeys?: readonly string[];
  /** Maximum number of SEARCH results (Yahoo). */
  searchLimit?: number;
  /** EXPUNGE is sent, but messages keep their numbers until the next SELECT (Yahoo). */
  keepsNumbers?: boolean;
  /** Only this many of a folder's newest messages are visible (Yahoo, AOL). */
  showsNewest?: number;
  /** RFC822 returns nothing (iCloud). */
  hasNoRfc822?: boolean;
  /** `SELECT (CONDSTORE)` gets BAD (iCloud with other options, old servers with any). */
  refusesSelectOptions?: boolean;
  /** Error of RFC822.SIZE in bytes (hMailServer). */
  sizeError?: number;
  /** UID EXPUNGE is refused although UIDPLUS is advertised (Proton Bridge). */
  refusesUidExpunge?: boolean;
  /** ESEARCH gets a plain SEARCH response (Cyrus 2.4). */
  answersSearchPlainly?: boolean;
  /** ENVELOPE is in an additional pair of parentheses (Domino). */
  wrapsEnvelope?: boolean;
  /** SELECT omits UIDNEXT, and STATUS of the selected folder counts what this connection has seen (Courier). */
  countsBySession?: boolean;
  /** EXISTS is sent before the `+` of IDLE (Outlook). */
  reportsBeforeIdle?: boolean;
}
