import type { Call } from "@inlet/contract/api.ts";
import type { ErrorCode } from "@inlet/contract/errors.ts";
import {
  AccountId,
  DraftId,
  FolderId,
  MessageId,
  OutboxId,
  type UserId,
} from "@inlet/contract/ids.ts";
import type { Caller, ApiClient } from "#/auth/sessions.ts";
import { Failure } from "#/base/failure.ts";
import type { MailOwners } from "#/mail/accounts/owners.ts";

type Fields = Record<string, unknown>;

/** Limits of a call to the accounts of its token. Anything in another account is treated as unknown. */
interface Held {
  /** The field that names the account; if it may be absent, the token's only one is used. */
  account?: string;
  /** Fields that name a message. */
  messages?: readonly string[];
  /** The fields that name a draft, or a message in the outbox. */
  draft?: string;
  outbox?: string;
  /** Returns true if the call would reach beyond the accounts, or beyond the limits here. */
  isTooWide?: (input: Fields) => boolean;
  /** Removes what belongs to other accounts from the response. */
  shows?: (answer: Fields, isTheirs: (accountId: unknown) => boolean) => Fields;
}

/** Returns true if the call covers whole conversations, which can span several accounts. */
const reachesConversations = ({ muted, threads, change }: Fields) =>
  muted !== undefined || threads === true || (isFields(change) && change["muted"] !== undefined);

/**
 * Calls that a token for chosen accounts may make at all. Any other call covers all accounts at once, or mixes them, and is
 * refused.
 */
const held: Partial<Record<Call, Held>> = {
  "GET /user/profile": {},
  "GET /user/preferences": {},
  "GET /user/{userId}/avatar": {},
  "GET /ai/status": {},
  "GET /image/{token}": {},
  "GET /imap/accounts": { shows: listed("accounts", ({ id }) => id) },
  "GET /imap/{id}/health": { account: "id" },
  "GET /email/list": { account: "accountId" },
  "GET /email/folders": { account: "accountId", shows: withOwnCounts },
  "GET /email/preview/{emailId}": { messages: ["emailId"] },
  "GET /email/{emailId}/images": { messages: ["emailId"] },
  "GET /email/{emailId}/attachments/{attachmentId}": { messages: ["emailId"] },
  "GET /email/{emailId}/source": { messages: ["emailId"] },
  "POST /email/count": { account: "accountId" },
  "POST /email/sync": { account: "accountId" },
  "POST /email/search": { account: "accountId" },
  "GET /email/outbox": { shows: listed("outgoing", accountOfDraft) },
  "GET /email/outbox/{id}": { outbox: "id" },
  "GET /email/drafts": {
    shows: (answer, isTheirs) =>
      ["drafts", "unopened"].reduce(
        (shown, list) => listed(list, ({ accountId }) => accountId)(shown, isTheirs),
        answer,
      ),
  },
  "GET /identities": { shows: listed("identities", ({ accountId }) => accountId) },

  // Files belong to no account until a message includes them.
  "POST /email/uploads": {},
  "POST /email/uploads/start": {},
  "GET /email/uploads/{id}": {},
  "PATCH /email/uploads/{id}": {},
  "DELETE /email/uploads/{id}": {},
  "PUT /email/drafts/{id}": {
    account: "accountId",
    draft: "id",
    messages: ["inReplyTo", "forwardOf"],
  },
  "DELETE /email/drafts/{id}": { draft: "id" },
  "POST /email/drafts/open": { messages: ["emailId"] },

  "POST /email/send": {
    account: "accountId",
    draft: "draftId",
    messages: ["inReplyTo", "forwardOf"],
  },
  "PATCH /email/outbox/{id}": { outbox: "id" },
  "POST /email/outbox/{id}/resolve": { outbox: "id" },
  "DELETE /email/outbox/{id}": { outbox: "id" },
  "POST /email/{emailId}/receipt": { messages: ["emailId"] },
  "POST /email/{emailId}/unsubscribe": { messages: ["emailId"] },

  "PATCH /email/{emailId}": { messages: ["emailId"], isTooWide: reachesConversations },
  "POST /email/bulk": {
    account: "matching.accountId",
    messages: ["ids"],
    isTooWide: reachesConversations,
  },
  "POST /email/empty": { account: "accountId" },
  "POST /email/folders": { account: "accountId" },
  "POST /imap/{id}/compare": { account: "id" },
};

/** Calls that send at once. They are refused to a token whose messages wait for approval. */
const sendsImmediatelyCalls = new Set<Call>([
  "PATCH /email/outbox/{id}",
  "POST /email/outbox/{id}/resolve",
  "POST /email/{emailId}/receipt",
  "POST /email/{emailId}/unsubscribe",
  "POST /email/{emailId}/invitation",
  "POST /email/{emailId}/invitation/counter",
]);

/** Returns true if a token for chosen accounts can make the call at all. */
export function isHeld(name: Call): boolean {
  return held[name] !== undefined;
}

/**
 * Returns the input if the API client may make this call: with its account filled in, and without message ids of other accounts.
 * Throws token.account, token.approval, token.scope, and for objects of another account the code for a missing one.
 */
export async function holdInput<Input>(
  owners: MailOwners,
  { name, errors }: { name: Call; errors: readonly ErrorCode[] },
  caller: Caller,
  input: Input,
): Promise<Input> {
  const { program, userId } = caller;
  if (!program || !isFields(input)) return input;
  if (program.asksFirst && sendsImmediatelyCalls.has(name)) throw new Failure("token.approval");
  if (program.asksFirst && name === "DELETE /email/outbox/{id}") {
    const asker = await owners.askerOf(userId, OutboxId.parse(input["id"]));
    if (asker !== program.id) throw new Failure("token.scope");
  }
  if (program.accounts === null) return input;
  const rule = held[name];
  if (!rule || rule.isTooWide?.(input)) throw new Failure("token.account");
  const missing = (code: ErrorCode) =>
    new Failure(errors.includes(code) ? code : ("token.account" as const));
  const isOthers = (owner: AccountId | undefined) => owner !== undefined && !isOf(program, owner);

  for (const field of rule.messages ?? []) {
    const named = input[field];
    if (named === undefined || named === null) continue;
    const ids = MessageId.array().parse(Array.isArray(named) ? named : [named]);
    const known = await owners.ofMessages(userId, ids);
    const theirs = ids.filter((id) => !isOthers(known.get(id)));
    if (!Array.isArray(named) && theirs.length === 0) throw missing("message.not_found");
    if (Array.isArray(named)) Object.assign(input, { [field]: theirs });
  }
  const draftId = rule.draft && input[rule.draft];
  if (draftId !== undefined && isOthers(await owners.ofDraft(userId, DraftId.parse(draftId)))) {
    throw missing("draft.gone");
  }
  const outboxId = rule.outbox && input[rule.outbox];
  if (outboxId !== undefined && isOthers(await owners.ofOutbox(userId, OutboxId.parse(outboxId)))) {
    throw missing("outbox.not_found");
  }
  for (const folder of foldersIn(input)) {
    if (isOthers(await owners.ofFolder(userId, folder))) throw missing("folder.not_found");
  }
  if (rule.account) holdAccount(rule.account, input, program, missing);
  return input;
}

/** Returns the part of the response that belongs to the API client's accounts. */
export function holdAnswer<Answer>(name: Call, { program }: Caller, answer: Answer): Answer {
  const shows = held[name]?.shows;
  if (!program || program.accounts === null || !shows || !isFields(answer)) return answer;
  // The rule only removes items of lists, and the response is checked against its contract.
  return shows(answer, (accountId) => isOf(program, accountId)) as Answer;
}

/** Returns the account of a call: the one in the input, or that of the message or outbox message in the input. */
export async function accountOf(
  owners: MailOwners,
  { name, userId }: { name: Call; userId: UserId },
  input: unknown,
): Promise<AccountId | null> {
  if (!isFields(input)) return null;
  const { accountId, matching, emailId } = input;
  const scoped = accountId ?? (isFields(matching) ? matching["accountId"] : undefined);
  const named = AccountId.safeParse(scoped).data;
  if (named !== undefined) return named;
  const message = MessageId.safeParse(emailId).data;
  if (message) return (await owners.ofMessages(userId, [message])).get(message) ?? null;
  const outboxId = OutboxId.safeParse(input[held[name]?.outbox ?? ""]).data;
  return (outboxId && (await owners.ofOutbox(userId, outboxId))) ?? null;
}

/** Returns the folder ids in the input: to read, to move to, to copy to. */
function foldersIn(input: Fields): FolderId[] {
  const { change, matching } = input;
  return [input, change, matching]
    .filter((fields) => isFields(fields))
    .flatMap(({ folder, copyTo }) => [folder, copyTo])
    .flatMap((scoped) => FolderId.safeParse(scoped).data ?? []);
}

function holdAccount(
  place: string,
  input: Fields,
  program: ApiClient,
  missing: (code: ErrorCode) => Failure,
): void {
  const [outer, inner] = place.split(".");
  const holder = inner === undefined ? input : input[outer ?? ""];
  // A change of messages by id has no field for the account.
  if (!isFields(holder)) return;
  const field = inner ?? place;
  const scoped = holder[field];
  const [only, ...more] = program.accounts ?? [];
  if (scoped === undefined || scoped === null || scoped === "") {
    if (only === undefined || more.length > 0) throw new Failure("token.account");
    Object.assign(holder, { [field]: only });
  } else if (!isOf(program, scoped)) throw missing("account.not_found");
}

function isOf({ accounts }: ApiClient, accountId: unknown): boolean {
  return accounts === null || accounts.some((own) => own === accountId);
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns a filter that keeps the items of a list in the response that belong to the accounts. */
function listed(field: string, accountIdOf: (item: Fields) => unknown): NonNullable<Held["shows"]> {
  return (answer, isTheirs) => {
    const items = answer[field];
    if (!Array.isArray(items)) return answer;
    return {
      ...answer,
      [field]: items.filter((item) => isFields(item) && isTheirs(accountIdOf(item))),
    };
  };
}

function accountOfDraft({ draft }: Fields): unknown {
  return isFields(draft) ? draft["accountId"] : undefined;
}

/** Recomputes the unread counts from the folders in the response, without the folders of other accounts. */
function withOwnCounts(answer: Fields): Fields {
  const { folders, unread } = answer;
  if (!Array.isArray(folders) || !isFields(unread)) return answer;
  const count = (role: string) =>
    folders
      .filter((folder) => isFields(folder) && folder["role"] === role)
      .reduce((sum: number, folder: Fields) => sum + Number(folder["unread"]), 0);
  return {
    ...answer,
    unread: Object.fromEntries(Object.keys(unread).map((role) => [role, count(role)])),
  };
}
