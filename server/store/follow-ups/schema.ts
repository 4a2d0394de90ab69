import type { MessageId, ThreadId, UserId } from "@inlet/contract/ids.ts";
import type { Bit } from "#/store/engine/bit.ts";

/** Tables of messages that still need an answer; rules for all tables are in store/engine/schema.ts. */
export interface FollowUpTables {
  follow_up_settings: FollowUpSettingsRow;
  follow_up_choices: FollowUpChoiceRow;
  follow_up_returns: FollowUpReturnRow;
  prepared_answers: PreparedAnswerRow;
}

interface FollowUpSettingsRow {
  user_id: UserId;
  /** JSON of the contract's FollowUpSettings, limited to the settings that the user changed. */
  settings_json: string;
}

/** The user's choice about reminders of one conversation. */
export interface FollowUpChoiceRow {
  user_id: UserId;
  thread_id: ThreadId;
  /** No reminder appears before this time; 0 if it was not postponed. */
  put_off_until: number;
  /** 1 if the user wants no reminders. */
  is_off: Bit;
  chosen_at: number;
}

/** A conversation that was returned to the top of the inbox. */
interface FollowUpReturnRow {
  user_id: UserId;
  thread_id: ThreadId;
  /** Time of the request that it returned for. It returns once per request. */
  since: number;
}

/** A prepared answer to a message, for the user to review and send. It is deleted with its message. */
export interface PreparedAnswerRow {
  user_id: UserId;
  message_id: MessageId;
  /** "" if no suitable answer is known; the same version does not try again. */
  text: string;
  /** Version of the code that made it. */
  version: number;
  /** 1 if the user dismissed it. */
  is_dropped: Bit;
  created_at: number;
}
