import type { Clock } from "#/base/clock.ts";
import type { Log } from "#/base/log.ts";
import type { SecretBox } from "#/base/secret-box.ts";
import type { Egress } from "#/egress/egress.ts";
import type { Blobs } from "#/store/blobs/blobs.ts";
import type { Database } from "#/store/engine/database.ts";
import type { RankedPage, RankedSearchOptions } from "#/search/ranked-search.ts";
import type { SearchOptions, SearchPage } from "#/search/search.ts";
import type { AccessTokens } from "./accounts/access-tokens.ts";
import type { Execute } from "#/store/commands/command-bus.ts";
import type { QuotaSettings } from "#/store/users/quotas.ts";
import type { FollowUpKind } from "@inlet/contract/ai/follow-ups.ts";
import type { MessageId, UserId } from "@inlet/contract/ids.ts";
import type { SelectionCount } from "#/store/undo/count-selection.ts";
import type { Selection } from "#/store/undo/selection.ts";
import type { SelectionSlice } from "#/store/undo/next-of-selection.ts";

interface Counted {
  userId: UserId;
  selection: Selection;
  most: number;
}

interface Query {
  userId: UserId;
  query: string;
}

interface Page {
  userId: UserId;
  selection: Selection;
  before: number;
  limit: number;
}

/** Reads that take longer with a larger mailbox. They may run on another thread than the caller's. */
export interface LongReads {
  /** Ends soon after the signal aborts. */
  countSelection: (asked: Counted, signal?: AbortSignal) => Promise<SelectionCount>;
  nextOfSelection: (asked: Page) => Promise<SelectionSlice>;
  /** Both functions reject with the signal's reason. */
  searchPage: (search: Query & SearchOptions, signal?: AbortSignal) => Promise<SearchPage>;
  rankedPage: (search: Query & RankedSearchOptions, signal?: AbortSignal) => Promise<RankedPage>;
}

/** Dependencies of the mail functions. Reads go to the database, all writes through the command bus. */
export interface MailContext {
  database: Database;
  execute: Execute;
  blobs: Blobs;
  egress: Egress;
  box: SecretBox;
  tokens: AccessTokens;
  clock: Clock;
  log: Log;
  /** Limits per user; absent: the defaults. */
  quotas?: QuotaSettings;
  /** If absent, long reads run on the caller's thread. */
  longReads?: LongReads;
  /** Returns the messages of conversations without an answer. A later layer detects them. */
  findFollowUps?: (userId: UserId, kind: FollowUpKind) => Promise<MessageId[]>;
}
