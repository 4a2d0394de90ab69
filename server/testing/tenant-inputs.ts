import type { Api, Call } from "@inlet/contract/api.ts";
import type { Mailbox } from "./mailbox.ts";

/** What there is of a person to be asked for. */
export type Ids = Mailbox & {
  userId: string;
  threadId: string;
  attachmentId: string;
  imageToken: string;
  exportToken: string;
  wholeExportToken: string;
  importId: string;
  sessionId: string;
  passkeyId: string;
  tokenId: string;
  /** Of who asks. */
  password: string;
};
type Inputs = { [Name in Call]?: (ids: Ids) => Api[Name]["input"] };

/** How each endpoint is asked for somebody's data. The test of tenants fails for an endpoint that is missing here. */
export const inputs: Inputs = {
  "POST /user/logout": () => ({}),
  "GET /user/profile": () => ({}),
  "PUT /user/profile": () => ({ name: "Ben" }),
  "GET /user/verification": () => ({}),
  "POST /user/verification": () => ({}),
  "PUT /user/avatar": () => ({}),
  "DELETE /user/avatar": () => ({}),
  "GET /user/{userId}/avatar": ({ userId }) => ({ userId }),
  "GET /user/security": () => ({}),
  "POST /user/password": () => ({ password: "guess", newPassword: "a good password" }),
  "GET /user/sessions": () => ({}),
  "DELETE /user/sessions/{id}": ({ sessionId: id }) => ({ id }),
  "POST /user/sessions/end": () => ({ keepsThis: true }),
  "POST /user/authenticator": () => ({ password: "guess" }),
  "POST /user/authenticator/confirm": () => ({ code: "000000" }),
  "POST /user/authenticator/remove": () => ({ password: "guess" }),
  "POST /user/recovery-codes": () => ({ password: "guess" }),
  "GET /user/passkeys": () => ({}),
  "POST /user/passkeys/start": () => ({ password: "guess" }),
  "POST /user/passkeys": () => ({
    made: { id: "c", response: { clientDataJSON: "", attestationObject: "" } },
  }),
  "POST /user/passkeys/{id}/remove": ({ passkeyId: id, password }) => ({ id, password }),
  "GET /user/tokens": () => ({}),
  "POST /user/tokens": () => ({ password: "guess", name: "Mine", scopes: ["read"], days: 1 }),
  "DELETE /user/tokens/{id}": ({ tokenId: id }) => ({ id }),
  "POST /user/export": () => ({ password: "guess" }),
  "GET /user/export/{token}": ({ wholeExportToken: token }) => ({ token }),
  "POST /user/delete": () => ({ password: "guess", confirmation: "anna@example.org" }),
  "GET /imap/accounts": () => ({}),
  "POST /imap/add": () => ({ account_mail: "b@x.org", account_pass: "x", imap_host: "127.0.0.1" }),
  "POST /imap/discover": () => ({ account_mail: "nothing" }),
  "POST /imap/doctor": ({ accountId }) => ({ accountId }),
  "GET /imap/oauth": () => ({}),
  "POST /imap/oauth/start": ({ accountId }) => ({ provider: "google", accountId }),
  "POST /imap/oauth/finish": () => ({ query: "code=x&state=y" }),
  "POST /imap/oauth/device": ({ accountId }) => ({ provider: "microsoft", accountId }),
  "POST /imap/oauth/device/poll": () => ({ id: "nothing" }),
  "PATCH /imap/{id}": ({ accountId: id }) => ({ id, name: "Mine now" }),
  "DELETE /imap/{id}": ({ accountId: id }) => ({ id }),
  "GET /imap/{id}/health": ({ accountId: id }) => ({ id }),
  "POST /imap/{id}/compare": ({ accountId: id }) => ({ id }),
  "GET /email/list": ({ accountId, folderId: folder }) => ({ accountId, folder }),
  "GET /email/threads": ({ accountId, folderId: folder }) => ({ accountId, folder }),
  "GET /email/threads/{threadId}": ({ threadId }) => ({ threadId }),
  "GET /email/folders": ({ accountId }) => ({ accountId }),
  "GET /email/preview/{emailId}": ({ messageId: emailId }) => ({ emailId }),
  "PATCH /email/{emailId}": ({ messageId: emailId }) => ({ emailId, seen: true }),
  "POST /email/count": ({ accountId }) => ({ accountId }),
  "POST /email/bulk": ({ accountId }) => ({ matching: { accountId }, change: { seen: true } }),
  "POST /email/undo": ({ messageId: undoId }) => ({ undoId }),
  "POST /email/empty": ({ accountId }) => ({ accountId, folder: "trash" }),
  "POST /email/folders": ({ accountId }) => ({ accountId, name: "Mine" }),
  "GET /email/labels": () => ({}),
  "PUT /email/labels/{name}": () => ({ name: "Mine" }),
  "DELETE /email/labels/{name}": () => ({ name: "Mine" }),
  "GET /email/{emailId}/images": ({ messageId: emailId }) => ({ emailId }),
  "GET /email/{emailId}/attachments/{attachmentId}": ({ messageId: emailId, attachmentId }) => ({
    emailId,
    attachmentId,
  }),
  "GET /email/{emailId}/source": ({ messageId: emailId }) => ({ emailId }),
  "GET /image/{token}": ({ imageToken: token }) => ({ token }),
  "POST /email/sync": ({ accountId }) => ({ accountId }),
  "POST /email/search": ({ accountId }) => ({ accountId, query: "canary" }),
  "POST /email/send": ({ accountId, messageId: inReplyTo }) => ({
    accountId,
    inReplyTo,
    to: "b@x.org",
    subject: "Hi",
    content: "Hello",
  }),
  "GET /email/outbox/{id}": ({ outboxId: id }) => ({ id }),
  "POST /email/{emailId}/receipt": ({ messageId: emailId }) => ({ emailId, send: true }),
  "GET /email/outbox": () => ({}),
  "PATCH /email/outbox/{id}": ({ outboxId: id }) => ({ id }),
  "POST /email/outbox/{id}/resolve": ({ outboxId: id }) => ({ id, decision: "dismiss" }),
  "DELETE /email/outbox/{id}": ({ outboxId: id }) => ({ id }),
  "POST /email/uploads": () => ({}),
  "POST /email/uploads/start": () => ({ filename: "a", size: 1 }),
  "GET /email/uploads/{id}": () => ({ id: "u" }),
  "GET /email/uploads/{id}/content": () => ({ id: "u" }),
  "PATCH /email/uploads/{id}": () => ({ id: "u", offset: 0 }),
  "DELETE /email/uploads/{id}": () => ({ id: "u" }),
  "GET /email/drafts": () => ({}),
  "PUT /email/drafts/{id}": ({ accountId }) => ({ id: "d", accountId, revision: 0 }),
  "DELETE /email/drafts/{id}": () => ({ id: "d" }),
  "POST /email/drafts/open": ({ messageId: emailId }) => ({ emailId }),
  "GET /identities": () => ({}),
  "PUT /identities/{id}": ({ accountId }) => ({
    id: "i",
    accountId,
    name: "Ben",
    address: "b@x.org",
  }),
  "DELETE /identities/{id}": ({ accountId: id }) => ({ id }),
  "GET /recipients": ({ accountId }) => ({ accountId, query: "canary" }),
  "GET /user/preferences": () => ({}),
  "PUT /user/preferences": () => ({ undoSeconds: 5 }),
  "GET /user/notifications": () => ({}),
  "POST /user/notifications/describe": ({ messageId }) => ({ ids: [messageId] }),
  "PUT /user/presence": () => ({ tabId: "t", isVisible: true }),
  "PUT /user/push": () => ({
    endpoint: "https://nowhere.example/p",
    p256dh: `B${"A".repeat(86)}`,
    auth: "A".repeat(22),
  }),
  "POST /user/push/remove": () => ({ endpoint: "https://nowhere.example/p" }),
  "POST /email/imports": ({ accountId }) => ({ accountId, filename: "mail.mbox" }),
  "GET /email/imports": () => ({}),
  "DELETE /email/imports/{id}": ({ importId: id }) => ({ id }),
  "POST /email/export": ({ accountId }) => ({ accountId }),
  "GET /export/{token}": ({ exportToken: token }) => ({ token }),
  "POST /email/{emailId}/unsubscribe": ({ messageId: emailId }) => ({ emailId }),
  "GET /senders/blocked": () => ({}),
  "PUT /senders/blocked/{address}": () => ({ address: "c@x.org" }),
  "DELETE /senders/blocked/{address}": () => ({ address: "canary@x.org" }),
  "GET /senders/trusted": () => ({}),
  "PUT /senders/trusted/{address}": () => ({ address: "c@x.org" }),
  "DELETE /senders/trusted/{address}": () => ({ address: "canary@x.org" }),
  "GET /events": () => ({}),
};
