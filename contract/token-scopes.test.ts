import { expect, it } from "vitest";
import { api, type Call } from "./api.ts";
import type { tokenScopes } from "./endpoint.ts";

/** What a personal API token needs for each call that asks who makes it. */
const table = {
  read: [
    "GET /user/profile",
    "GET /imap/accounts",
    "GET /imap/{id}/health",
    "GET /email/list",
    "GET /email/folders",
    "GET /email/preview/{emailId}",
    "GET /email/threads",
    "GET /email/threads/{threadId}",
    "POST /email/count",
    "GET /email/labels",
    "GET /email/{emailId}/images",
    "GET /email/{emailId}/attachments/{attachmentId}",
    "GET /email/{emailId}/source",
    "GET /image/{token}",
    "POST /email/sync",
    "POST /email/search",
    "GET /email/outbox",
    "GET /email/outbox/{id}",
    "GET /email/drafts",
    "GET /identities",
    "GET /recipients",
    "GET /user/preferences",
    "GET /email/imports",
    "GET /rules",
    "POST /rules/try",
    "GET /rules/journal",
    "GET /senders/blocked",
    "GET /senders/trusted",
    "GET /email/{emailId}/sorting",
    "GET /sorting",
    "GET /sorting/turns",
    "GET /events",
    "GET /user/{userId}/avatar",
    "GET /user/notifications",
    "POST /user/notifications/describe",
    "GET /api/slack/accounts",
    "GET /ai/status",
    "GET /ai/settings",
    "GET /ai/ledger",
    "GET /ai/templates",
    "POST /ai/chat",
    "POST /ai/chat/stream",
    "GET /ai/chat",
    "POST /email/summarize",
    "GET /follow-ups",
    "GET /follow-ups/answers/{emailId}",
    "GET /follow-ups/settings",
    "GET /brief",
  ],
  draft: [
    "POST /email/uploads",
    "POST /email/uploads/start",
    "GET /email/uploads/{id}",
    "GET /email/uploads/{id}/content",
    "PATCH /email/uploads/{id}",
    "DELETE /email/uploads/{id}",
    "PUT /email/drafts/{id}",
    "DELETE /email/drafts/{id}",
    "POST /email/drafts/open",
    "POST /ai/generate-replies",
    "POST /ai/suggest-templates",
    "POST /ai/write",
    "POST /follow-ups/nudge",
    "PUT /follow-ups/answers/{emailId}",
  ],
  send: [
    "POST /email/send",
    "PATCH /email/outbox/{id}",
    "POST /email/outbox/{id}/resolve",
    "DELETE /email/outbox/{id}",
    "POST /email/{emailId}/receipt",
    "POST /email/{emailId}/unsubscribe",
  ],
  settings: [
    "PUT /sorting",
    "PUT /sorting/senders/{address}",
    "DELETE /sorting/senders/{address}",
    "POST /sorting/forget",
    "PUT /user/profile",
    "PUT /user/avatar",
    "DELETE /user/avatar",
    "POST /imap/{id}/compare",
    "POST /imap/discover",
    "PATCH /email/{emailId}",
    "POST /email/bulk",
    "POST /email/undo",
    "POST /email/empty",
    "POST /email/folders",
    "PUT /email/labels/{name}",
    "DELETE /email/labels/{name}",
    "PUT /identities/{id}",
    "DELETE /identities/{id}",
    "PUT /user/preferences",
    "POST /email/imports",
    "DELETE /email/imports/{id}",
    "POST /rules/read",
    "PUT /rules/{id}",
    "DELETE /rules/{id}",
    "POST /rules/journal/{id}/undo",
    "PUT /senders/blocked/{address}",
    "DELETE /senders/blocked/{address}",
    "PUT /senders/trusted/{address}",
    "DELETE /senders/trusted/{address}",
    "PUT /ai/templates/{id}",
    "DELETE /ai/templates/{id}",
    "DELETE /ai/chat",
    "PUT /follow-ups/{threadId}",
    "POST /follow-ups/settings",
    "POST /brief/seen",
  ],

  // Who gets in, and what takes everything away: only a person who is signed in. Mail accounts hold passwords.
  none: [
    "PUT /ai/settings",
    "POST /ai/settings/test",
    "POST /user/export",
    "GET /user/export/{token}",
    "POST /user/logout",
    "GET /user/security",
    "POST /user/password",
    "GET /user/sessions",
    "DELETE /user/sessions/{id}",
    "POST /user/sessions/end",
    "POST /user/authenticator",
    "POST /user/authenticator/confirm",
    "POST /user/authenticator/remove",
    "POST /user/recovery-codes",
    "GET /user/passkeys",
    "POST /user/passkeys/start",
    "POST /user/passkeys",
    "POST /user/passkeys/{id}/remove",
    "POST /user/delete",
    "GET /user/verification",
    "POST /user/verification",
    "PUT /user/presence",
    "PUT /user/push",
    "POST /user/push/remove",
    "GET /api/slack/oauth-url",
    "DELETE /api/slack/disconnect/{slack_team_id}",
    "POST /imap/add",
    "POST /imap/doctor",
    "GET /imap/oauth",
    "POST /imap/oauth/start",
    "POST /imap/oauth/finish",
    "POST /imap/oauth/device",
    "POST /imap/oauth/device/poll",
    "PATCH /imap/{id}",
    "DELETE /imap/{id}",
    "POST /email/export",
    "GET /export/{token}",
    "GET /user/tokens",
    "POST /user/tokens",
    "DELETE /user/tokens/{id}",
  ],
} as const satisfies Record<(typeof tokenScopes)[number] | "none", readonly Call[]>;

const decided = Object.entries(table).flatMap(([scope, calls]) =>
  calls.map((call): [Call, string | null] => [call, scope === "none" ? null : scope]),
);

it("decides about every call whether a token may make it", () => {
  const asked = Object.entries(api).filter(([, { access }]) => access !== "anyone");
  expect(decided.map(([call]) => call).toSorted()).toEqual(asked.map(([call]) => call).toSorted());
});

it.each(decided)("lets tokens make %s with the scope %s", (call, scope) => {
  expect(api[call].scope).toBe(scope);
});

it("changes nothing with the scope to read: but for looking for new mail and keeping what was asked, it only asks", () => {
  const changing = table.read.filter((call) => !call.startsWith("GET "));
  expect(changing).toEqual([
    "POST /email/count",
    "POST /email/sync",
    "POST /email/search",
    "POST /rules/try",
    "POST /user/notifications/describe",
    "POST /ai/chat",
    "POST /ai/chat/stream",
    "POST /email/summarize",
  ]);
});

it("keeps tokens from all that guards the account", () => {
  const guards =
    /password|sessions|authenticator|recovery|passkey|tokens|security|delete$|export|oauth/;
  const reached = decided.filter(([call, scope]) => guards.test(call) && scope !== null);
  expect(reached).toEqual([]);
});
