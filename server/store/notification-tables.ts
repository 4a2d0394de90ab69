import type { MessageId, UserId } from "@inlet/contract/ids.ts";

/** Of the tables those that tell a person of new mail. */
export interface NotificationTables {
  push_subscriptions: PushSubscriptionRow;
  due_notifications: DueNotificationRow;
  presences: PresenceRow;
  daily_summaries: DailySummaryRow;
  server_keys: ServerKeyRow;
}

/** A browser that is told by push. */
export interface PushSubscriptionRow {
  user_id: UserId;
  /** SHA-256 of the endpoint, hex: a browser has one, whoever uses it. */
  id: string;
  /** It ends with this session. */
  session_id: string;
  /** Sealed: endpoint and keys, for who has them can write to that browser. */
  secret: string;
  created_at: number;
}

/** A message that somebody is yet to be told of. */
interface DueNotificationRow {
  user_id: UserId;
  /** "" until it is decided whom to tell. */
  subscription_id: string;
  message_id: MessageId;
  created_at: number;
}

/** A page that is in sight. */
interface PresenceRow {
  user_id: UserId;
  tab_id: string;
  visible_until: number;
  /** Which of the page's words this was. */
  word: number;
}

/** What somebody was told in briefs, and what they looked at; days as in 2026-11-21, "" before the first. */
interface DailySummaryRow {
  user_id: UserId;
  /** Of the last brief that they were told of. */
  last_day: string;
  /** From when on mail was new to that brief; 0 when nobody noted it. */
  since: number;
  /** Of the last brief that they looked at. */
  seen_day: string;
}

/** A key pair by which others know this server. It belongs to no user. */
export interface ServerKeyRow {
  name: string;
  public_key: string;
  /** Sealed. */
  secret: string;
  created_at: number;
}
