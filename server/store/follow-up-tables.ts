import type { MessageId, ThreadId, UserId } from "@inlet/contract/ids.ts";
import type { Bit } from "./bit.ts";

/** Tables of messages that still need an answer; rules for all tables are in tables.ts. */
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
  /** Nothing is said of it before; 0 for not put off. */
  put_off_until: number;
  /** 1: they want none. */
  is_off: Bit;
  chosen_at: number;
}

/** A conversation that was brought back to the top of the inbox. */
interface FollowUpReturnRow {
  user_id: UserId;
  thread_id: ThreadId;
  /** When it was asked for what it came back for: for each asking it comes back once. */
  since: number;
}

/** An answer to a message that waits to be read and sent by the person. It goes with its message. */
export interface PreparedAnswerRow {
  user_id: UserId;
  message_id: MessageId;
  /** "" where nothing that is known to be said fits: it is not tried again by the same version. */
  text: string;
  /** Version of the code that made it. */
  version: number;
  /** 1: the person does not want it. */
  is_dropped: Bit;
  created_at: number;
}
