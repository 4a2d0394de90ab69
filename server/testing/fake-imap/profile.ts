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

/** Rows of docs/imap-quirks.md that are a matter of yes or no. */
export interface Quirks {
  /** Folders are labels: one message in several, with one set of flags (Gmail). */
  hasLabels?: boolean;
  /** SELECT before ID is refused as unsafe (163.com). */
  needsId?: boolean;
  /** ID with NIL or an empty list is BAD. */
  refusesEmptyId?: boolean;
  /** A descending set is BAD (QQ). */
  refusesDescendingSets?: boolean;
  /** SEARCH answers everything, whatever was asked (QQ). */
  ignoresSearchKeys?: boolean;
  /** SEARCH TEXT and BODY are BAD (QQ), as are MODSEQ and OR HEADER (Yahoo). */
  refusesSearchKeys?: readonly string[];
  /** Maximum number of SEARCH results (Yahoo). */
  searchLimit?: number;
  /** EXPUNGE is sent, but messages keep their numbers until the next SELECT (Yahoo). */
  keepsNumbers?: boolean;
  /** Only so many of the newest messages of a folder can be seen (Yahoo, AOL). */
  showsNewest?: number;
  /** RFC822 answers nothing (iCloud). */
  hasNoRfc822?: boolean;
  /** `SELECT (CONDSTORE)` is BAD (iCloud with other options, old servers with any). */
  refusesSelectOptions?: boolean;
  /** RFC822.SIZE is off by so much (hMailServer). */
  sizeError?: number;
  /** UID EXPUNGE is refused although UIDPLUS is offered (Proton Bridge). */
  refusesUidExpunge?: boolean;
  /** ESEARCH is answered by a plain SEARCH (Cyrus 2.4). */
  answersSearchPlainly?: boolean;
  /** ENVELOPE is in an additional pair of parentheses (Domino). */
  wrapsEnvelope?: boolean;
  /** SELECT leaves UIDNEXT out, and STATUS of the open folder counts what this connection has seen (Courier). */
  countsBySession?: boolean;
  /** EXISTS is sent before the `+` of IDLE (Outlook). */
  tellsBeforeIdle?: boolean;
}
