import type { MessageId, UserId } from "@inlet/contract/ids.ts";

/** Tables of notifications about new messages. */
export interface NotificationTables {
  push_subscriptions: PushSubscriptionRow;
  due_notifications: DueNotificationRow;
  presences: PresenceRow;
  daily_summaries: DailySummaryRow;
  server_keys: ServerKeyRow;
}

/** A browser that gets push notifications. */
export interface PushSubscriptionRow {
  user_id: UserId;
  /** SHA-256 of the endpoint, hex: a browser has one, shared by its users. */
  id: string;
  /** The subscription ends with this session. */
  session_id: string;
  /** Endpoint and keys, encrypted: they allow sending to that browser. */
  secret: string;
  created_at: number;
}

/** A message with a pending notification. */
interface DueNotificationRow {
  user_id: UserId;
  /** "" until its recipients are decided. */
  subscription_id: string;
  message_id: MessageId;
  created_at: number;
}

/** A page that is visible. */
interface PresenceRow {
  user_id: UserId;
  tab_id: string;
  visible_until: number;
  /** Sequence number of the page's report. */
  word: number;
}

/** The briefs that a user received, and those they looked at; days as in 2026-11-21, "" before the first. */
interface DailySummaryRow {
  user_id: UserId;
  /** Day of the last brief that was delivered. */
  last_day: string;
  /** Time from which messages were new to that brief; 0 if it was not recorded. */
  since: number;
  /** Day of the last brief that the user looked at. */
  seen_day: string;
}

/** A key pair by which other services identify this server. It belongs to no user. */
export interface ServerKeyRow {
  name: string;
  public_key: string;
  /** Encrypted. */
  secret: string;
  created_at: number;
}
