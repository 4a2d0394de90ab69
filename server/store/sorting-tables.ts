import type { Category, Priority, Turn } from "@inlet/contract/email.ts";
import type { AccountId, MessageId, UserId } from "@inlet/contract/ids.ts";

/** Of the tables those that sorting needs: what was found out about messages, and what a person taught. */
export interface SortingTables {
  classifications: ClassificationRow;
  unsorted_messages: UnsortedRow;
  sorting_lessons: LessonRow;
  sorting_weights: OwnWeightsRow;
  sender_sorting: SenderSortingRow;
  sorting_uses: UseRow;
}

/** What was found out about a message. The person's own choice stands with the message, and counts. */
export interface ClassificationRow {
  user_id: UserId;
  message_id: MessageId;
  /** Of the model that found it out. */
  version: string;
  category: Category | "";
  priority: Priority | "";
  /** JSON: SortingReason of contract/sorting.ts. */
  reason_json: string;
  /** Whose turn it would be if nothing came after it; "" for mail that asks nobody for anything. */
  turn: Turn | "";
  created_at: number;
}

/** A message that nothing was found out about yet, or that is to be looked at again. */
export interface UnsortedRow {
  user_id: UserId;
  message_id: MessageId;
  account_id: AccountId;
  date_key: number;
}

/** What the person said of a message, as long as it stands: replayed in order, these make their weights. */
export interface LessonRow {
  user_id: UserId;
  message_id: MessageId;
  /** "" where they said nothing. */
  category: Category | "";
  priority: Priority | "";
  /** JSON, numbers alone; "" until it was learned from, null when nothing can be. It outlives the message. */
  features_json: string;
  created_at: number;
}

/** What the person did with a message within a day of its coming, as far as it tells how much it mattered to them. */
export type Act = "replied" | "starred" | "rescued" | "opened" | "archived" | "deleted";

/** A thing that the person did, as long as it stands; the newest are kept. */
export interface UseRow {
  user_id: UserId;
  message_id: MessageId;
  act: Act;
  /** JSON, numbers and the sender; "" until it was learned from, null when nothing can be. It outlives the message. */
  signals_json: string;
  created_at: number;
}

interface OwnWeightsRow {
  user_id: UserId;
  /** JSON: by head, place and weight in turn. */
  weights_json: string;
  /** Changes with the weights. */
  version: string;
}

/** How mail of an address is sorted, because the person said so. */
export interface SenderSortingRow {
  user_id: UserId;
  /** Lower case. */
  address: string;
  category: Category | "";
  priority: Priority | "";
  created_at: number;
}
