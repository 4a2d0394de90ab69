import type { UserId } from "@inlet/contract/ids.ts";
import type { Tables } from "../engine/schema.ts";
import { writeAudit } from "../audit/write-entry.ts";
import { again, type Command } from "#/store/commands/command.ts";

/** Tables whose rows are deleted along with others: the counts by triggers, the words with their messages. */
type Following = "location_counts" | "message_words";
/** Requests of visitors, who need not be users, and the server's own data. */
type Unowned =
  | "audit_head"
  | "demo_requests"
  | "made_backups"
  | "engines"
  | "failed_sign_ins"
  | "leases"
  | "server_keys"
  | "server_settings"
  | "signup_invitations";
/**
 * Tables that keep the ids of deleted users. The audit log refers to users only by id, which then no longer identifies a person.
 */
type Kept = "audit_log";

/** All tables with rows of a user. A missing or superfluous one is a compile error. */
const tables = {
  accounts: true,
  account_sync: true,
  account_tokens: true,
  oauth_flows: true,
  folders: true,
  message_locations: true,
  search_marks: true,
  messages: true,
  bodies: true,
  attachments: true,
  thread_references: true,
  imports: true,
  blocked_senders: true,
  trusted_senders: true,
  integrations: true,
  deliveries: true,
  slack_presses: true,
  rules: true,
  journal: true,
  changes: true,
  change_counters: true,
  jobs: true,
  pending_operations: true,
  told_places: true,
  labels: true,
  muted_threads: true,
  undo_actions: true,
  undo_steps: true,
  bulk_changes: true,
  bulk_standing: true,
  uploads: true,
  upload_uses: true,
  keyed_changes: true,
  drafts: true,
  identities: true,
  correspondents: true,
  correspondent_words: true,
  outbox: true,
  user_preferences: true,
  push_subscriptions: true,
  due_notifications: true,
  presences: true,
  daily_summaries: true,
  sessions: true,
  authenticators: true,
  avatars: true,
  recovery_codes: true,
  host_mails: true,
  mailed_links: true,
  email_verifications: true,
  known_devices: true,
  passkeys: true,
  connected_sign_ins: true,
  sign_ins_on_their_way: true,
  api_tokens: true,
  api_token_calls: true,
  approvals: true,
  model_settings: true,
  model_calls: true,
  templates: true,
  saved_searches: true,
  contacts: true,
  contact_addresses: true,
  contact_groups: true,
  contact_group_members: true,
  contact_places: true,
  contact_group_places: true,
  classifications: true,
  unsorted_messages: true,
  sorting_lessons: true,
  sorting_weights: true,
  sender_sorting: true,
  sorting_uses: true,
  chat_turns: true,
  summaries: true,
  follow_up_settings: true,
  follow_up_choices: true,
  follow_up_returns: true,
  prepared_answers: true,
  calendar_messages: true,
  calendar_answers: true,
  audit_details: true,
  quota_uses: true,
  calendar_moves: true,
  engine_leases: true,
} satisfies Record<Exclude<keyof Tables, Following | "users" | Unowned | Kept>, true>;

// The keys of the object above.
export const userTables = Object.keys(tables) as (keyof typeof tables)[];

/** Deletes a user whose mail accounts were removed before, a table at a time, and the user's own row last. */
export const removeUser: Command<{ userId: UserId }, void> = {
  durable: true,
  bulk: true,
  async run(writer, { userId }) {
    const { db } = writer;
    for (const table of userTables) {
      const gone = await db
        .deleteFrom(table)
        .where("user_id", "=", userId)
        .returning("user_id")
        .execute();
      // Short transactions, to let other writes run in between.
      if (gone.length > 0) return again;
    }
    const gone = await db
      .deleteFrom("users")
      .where("id", "=", userId)
      .returning("id")
      .executeTakeFirst();
    if (gone)
      await writeAudit(writer, { kind: "user.removed", userId, before: gone.id, isBare: true });
    return undefined;
  },
};
