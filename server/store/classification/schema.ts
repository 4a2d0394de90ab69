import type { Category, Priority, Turn } from "@inlet/contract/mail/email.ts";
import type { AccountId, MessageId, UserId } from "@inlet/contract/ids.ts";

/** Tables of the classification: results and training examples. */
export interface ClassificationTables {
  classifications: ClassificationRow;
  unsorted_messages: UnclassifiedRow;
  sorting_lessons: TrainingExampleRow;
  sorting_weights: OwnWeightsRow;
  sender_sorting: SenderClassificationRow;
  sorting_uses: UseRow;
}

/** Classification of a message. The user's own choice is stored with the message, and takes precedence. */
export interface ClassificationRow {
  user_id: UserId;
  message_id: MessageId;
  /** Version of the model that classified it. */
  version: string;
  category: Category | "";
  priority: Priority | "";
  /** JSON: the reason, of a type in contract/ai/classification.ts. */
  reason_json: string;
  /** The turn if no message followed; "" for a message that does not expect an answer. */
  turn: Turn | "";
  created_at: number;
}

/** A message that is not classified yet, or is to be classified again. */
export interface UnclassifiedRow {
  user_id: UserId;
  message_id: MessageId;
  account_id: AccountId;
  date_key: number;
}

/** The user's choice about a message, while it is in effect: replaying the choices in order computes the user's weights. */
export interface TrainingExampleRow {
  user_id: UserId;
  message_id: MessageId;
  /** "" if the user chose none. */
  category: Category | "";
  priority: Priority | "";
  /** JSON of numbers only; "" until the example was learned from, null if that is impossible. It outlives the message. */
  features_json: string;
  created_at: number;
}

/** Action of the user within a day of a message's arrival, as far as it shows how much the message mattered. */
export type Act = "replied" | "starred" | "rescued" | "opened" | "archived" | "deleted";

/** An action of the user that was not reverted; the newest ones are stored. */
export interface UseRow {
  user_id: UserId;
  message_id: MessageId;
  act: Act;
  /**
   * JSON of numbers and the sender; "" until the action was learned from, null if that is impossible. It outlives the message.
   */
  signals_json: string;
  created_at: number;
}

interface OwnWeightsRow {
  user_id: UserId;
  /** JSON: positions and weights in turn, for each head. */
  weights_json: string;
  /** Changes with the weights. */
  version: string;
}

/** Classification that the user chose for messages of an address. */
export interface SenderClassificationRow {
  user_id: UserId;
  /** Lower case. */
  address: string;
  category: Category | "";
  priority: Priority | "";
  created_at: number;
}
