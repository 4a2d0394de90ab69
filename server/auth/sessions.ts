import { timingSafeEqual } from "node:crypto";
import type { Language } from "@inlet/contract/languages.ts";
import type { TokenScope } from "@inlet/contract/endpoint.ts";
import { type AccountId, type ApiTokenId, SessionId, type UserId } from "@inlet/contract/ids.ts";
import type { SessionView } from "@inlet/contract/auth/security.ts";
import { hashToken, randomToken } from "#/auth/token.ts";
import type { Clock } from "#/base/clock.ts";
import { randomId } from "#/base/random-id.ts";
import type { Reader } from "#/store/engine/database.ts";
import type { Execute } from "#/store/commands/command-bus.ts";
import { sessionByTokenHash, sessionLasts, sessionsOf } from "#/store/auth/session-queries.ts";
import type { SessionRow } from "#/store/engine/schema.ts";

/** Last use is recorded at most this often, so reading mail writes nothing. */
const touchEveryMs = 3600_000;

/** The caller of an endpoint. It always comes from the session, never from the input. */
export interface Caller {
  userId: UserId;
  /** Id of the session; for an API client, that of its token. */
  sessionId: string;
  /** Scopes of an API client's token; null for a signed-in user. */
  scopes: readonly TokenScope[] | null;
  /** The calling API client; null for a signed-in user. */
  program: ApiClient | null;
}

/** An API client, as its token describes it. */
export interface ApiClient {
  id: ApiTokenId;
  name: string;
  /** The mail accounts that the client may use; null for all. */
  accounts: readonly AccountId[] | null;
  /** Messages that it sends wait for the user's approval. */
  asksFirst: boolean;
}

/** Facts about the client of a sign-in, besides the form fields. */
export interface Visitor {
  /** A browser's session is bound to a cookie; an API client's is not. */
  isBrowser: boolean;
  address: string;
  userAgent: string;
  /** Token that this browser got at an earlier sign-in; "" for none. */
  device: string;
  /** Language of the browser's pages. */
  language: Language;
}

export interface Credentials {
  bearer: string;
  /** All values that the request sent under the names of the session cookie. */
  cookies: readonly string[];
}

export interface Sessions {
  begin: (userId: UserId, visitor: Visitor) => Promise<{ token: string; cookie: string | null }>;
  callerOf: (credentials: Credentials) => Promise<Caller | null>;
  end: (bearer: string) => Promise<void>;
  /** Returns the caller's sessions: the current one first, then by last use. */
  list: (caller: Pick<Caller, "userId" | "sessionId">) => Promise<SessionView[]>;
}

/** Sessions with opaque bearers. Only their hashes are stored, and a browser's is worthless without its httpOnly cookie. */
export function createSessions({ reader, execute, clock }: SessionParts): Sessions {
  return {
    async begin(userId, visitor) {
      const token = randomToken();
      const cookie = visitor.isBrowser ? randomToken() : null;
      const now = clock.now();
      await execute("session.create", {
        id: randomId(now),
        user_id: userId,
        token_hash: hashToken(token),
        cookie_hash: cookie === null ? "" : hashToken(cookie),
        user_agent: visitor.userAgent.replaceAll(/[^\x20-\x7e]/g, "").slice(0, 200),
        created_at: now,
        last_used_at: now,
      });
      return { token, cookie };
    },
    async callerOf({ bearer, cookies }) {
      const session = await sessionByTokenHash(reader, hashToken(bearer));
      const now = clock.now();
      if (!session || isOver(session, now) || !isBound(session, cookies)) return null;
      if (now - session.last_used_at > touchEveryMs) {
        await execute("session.touch", { id: session.id, at: now });
      }
      return { userId: session.user_id, sessionId: session.id, scopes: null, program: null };
    },
    end: (bearer) => execute("session.end", { tokenHash: hashToken(bearer) }),
    async list({ userId, sessionId }) {
      const rows = await sessionsOf(reader, userId);
      const now = clock.now();
      const open = rows.filter((row) => !isOver(row, now)).map((row) => present(row, sessionId));
      return open.toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent));
    },
  };
}

interface SessionParts {
  reader: Reader;
  execute: Execute;
  clock: Clock;
}

function isOver(session: SessionRow, now: number): boolean {
  return (
    now - session.last_used_at >= sessionLasts.idleMs ||
    now - session.created_at >= sessionLasts.absoluteMs
  );
}

function isBound(session: SessionRow, cookies: readonly string[]): boolean {
  if (session.cookie_hash === "") return true;
  const right = Buffer.from(session.cookie_hash);
  return cookies.some((cookie) => timingSafeEqual(Buffer.from(hashToken(cookie)), right));
}

function present(row: SessionRow, currentId: string): SessionView {
  return {
    id: SessionId.parse(row.id),
    userAgent: row.user_agent,
    startedAt: new Date(row.created_at).toISOString(),
    lastUsedAt: new Date(row.last_used_at).toISOString(),
    isCurrent: row.id === currentId,
  };
}
