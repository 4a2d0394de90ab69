import type { Tables } from "#/store/engine/schema.ts";

/** The way in which a user's rows of a table are exported. */
type ExportPlan =
  /** As rows, in the order of the given columns (which no two rows share), without private columns. */
  | { rows: readonly string[]; without?: readonly string[]; only?: readonly string[] }
  /** It is in this file already. */
  | { in: string }
  /** The reason why it is not exported. */
  | { not: string };

const secret = { not: "It is a secret, or one half of it." };
const passing = { not: "It is work that is under way, and gone when that is done." };
const workedOut = { not: "It is worked out from what is exported." };
const notUserData = { not: "It is no person's." };
const id = { rows: ["id"] };
const own = { rows: ["user_id"] };
const ofMessage = { rows: ["message_id"] };

/** All tables, and the way in which each is exported. A missing one is a compile error. */
export const exportPlan = {
  users: { in: "profile.json" },
  accounts: { in: "accounts.json" },
  account_sync: { rows: ["account_id"] },
  account_tokens: secret,
  oauth_flows: passing,
  folders: { in: "mail/" },
  message_locations: { in: "mail/" },
  bodies: { in: "mail/" },
  attachments: { in: "mail/" },
  // Identifies the messages that other files refer to, with the facts that only Inlet has.
  messages: {
    rows: ["date_key"],
    only: [
      "id",
      "account_id",
      "thread_id",
      "message_id_header",
      "subject",
      "internal_date",
      "is_seen",
      "is_starred",
      "snoozed_until",
      "is_muted",
      "category",
      "priority",
      "summary",
    ],
  },
  location_counts: workedOut,
  message_words: workedOut,
  search_marks: workedOut,
  thread_references: workedOut,
  imports: id,
  demo_requests: notUserData,
  made_backups: notUserData,
  blocked_senders: { in: "senders.json" },
  trusted_senders: { in: "senders.json" },
  integrations: { in: "integrations.json" },
  deliveries: id,
  slack_presses: passing,
  leases: notUserData,
  engines: notUserData,
  engine_leases: passing,
  server_keys: notUserData,
  rules: id,
  journal: id,
  changes: passing,
  change_counters: passing,
  jobs: passing,
  pending_operations: passing,
  told_places: passing,
  labels: { in: "labels.json" },
  muted_threads: { rows: ["thread_id"] },
  undo_actions: passing,
  undo_steps: passing,
  bulk_changes: passing,
  bulk_standing: passing,
  keyed_changes: passing,
  uploads: { in: "drafts/" },
  upload_uses: { in: "drafts.json" },
  drafts: { in: "drafts.json" },
  identities: { in: "identities.json" },
  correspondents: { rows: ["address", "account_id"], without: ["words"] },
  correspondent_words: workedOut,
  outbox: { in: "outgoing.json" },
  user_preferences: { in: "preferences.json" },
  push_subscriptions: { rows: ["id"], without: ["secret"] },
  due_notifications: passing,
  presences: passing,
  daily_summaries: own,
  sessions: { rows: ["id"], without: ["token_hash", "cookie_hash"] },
  authenticators: secret,
  avatars: own,
  recovery_codes: secret,
  host_mails: passing,
  mailed_links: secret,
  email_verifications: own,
  known_devices: secret,
  passkeys: { rows: ["id"], without: ["credential_id", "public_key", "counter"] },
  connected_sign_ins: id,
  sign_ins_on_their_way: passing,
  failed_sign_ins: notUserData,
  api_tokens: { rows: ["id"], without: ["token_hash"] },
  api_token_calls: id,
  approvals: id,
  model_settings: { rows: ["user_id"], without: ["secret"] },
  model_calls: id,
  templates: id,
  saved_searches: id,
  contacts: { in: "contacts.vcf" },
  contact_addresses: { in: "contacts.vcf" },
  contact_groups: { in: "contact-groups.json" },
  contact_group_members: { in: "contact-groups.json" },
  contact_group_places: { not: "It says how far a group is in step with one elsewhere." },
  contact_places: { not: "It says how far the address book is in step with one elsewhere." },
  classifications: ofMessage,
  unsorted_messages: passing,
  sorting_lessons: ofMessage,
  sorting_weights: own,
  sender_sorting: { rows: ["address"] },
  sorting_uses: { rows: ["message_id", "act"] },
  chat_turns: { in: "conversation.json" },
  summaries: { rows: ["message_id", "engine"], without: ["content_hash"] },
  follow_up_settings: own,
  follow_up_choices: { rows: ["thread_id"] },
  follow_up_returns: { rows: ["thread_id"] },
  prepared_answers: ofMessage,
  calendar_messages: { in: "mail/" },
  calendar_answers: { rows: ["uid", "recurrence_id", "number"] },
  calendar_moves: { rows: ["message_id", "number"] },
  audit_log: { rows: ["seq"], without: ["details_hash", "previous_hash", "hash"] },
  audit_details: { rows: ["seq"], without: ["salt"] },
  audit_head: notUserData,
  quota_uses: { not: "It counts what was done within a day, and is forgotten after it." },
  server_settings: notUserData,
  signup_invitations: notUserData,
} satisfies Record<keyof Tables, ExportPlan>;

/** The tables that are exported as rows. */
export const exportedTables = Object.entries(exportPlan).flatMap(
  ([table, plan]: [string, ExportPlan]) => ("rows" in plan ? [{ table, ...plan }] : []),
);

/** A table that is exported as rows. */
export type ExportedTable = (typeof exportedTables)[number];
