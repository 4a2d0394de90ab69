import type { AdminUser } from "@inlet/contract/admin/admin-users.ts";
import { adminPage } from "@inlet/contract/admin/admin-page.ts";
import type { UserId } from "@inlet/contract/ids.ts";
import { confirmPassword, type Proof } from "#/auth/confirm-password.ts";
import type { FailedSignIns } from "#/auth/failed-sign-ins.ts";
import type { MailedLinks } from "#/auth/mailed-links.ts";
import { normalEmail } from "#/auth/normal-email.ts";
import { Failure } from "#/base/failure.ts";
import { figuresOf, type UserFigures, usersMatching } from "#/store/administration/user-queries.ts";
import type { UserRow } from "#/store/engine/schema.ts";
import { userById } from "#/store/users/queries.ts";
import type { AuthParts } from "#/auth/context.ts";

/** User management by administrators. Each proof is the administrator's and fails as every proof does. */
export interface Administration {
  /** Returns true if the user is an administrator of this installation. */
  isAdmin: (userId: UserId) => Promise<boolean>;
  list: (asked: { query: string; page: number }) => Promise<{ users: AdminUser[]; total: number }>;
  /** Throws user.not_found, admin.last, admin.yourself. */
  change: (proof: Proof, change: UserChange) => Promise<AdminUser>;
  /** Throws user.not_found. */
  signOut: (id: UserId) => Promise<void>;
  /** Returns the link, or a null `url` if it was sent by mail. Throws user.not_found, host.no_mail, request.too_many. */
  startReset: (
    proof: Proof,
    request: { id: UserId; isMailed: boolean },
  ) => Promise<{ url: string | null }>;
  /**
   * Locks the user out before all their data is deleted, which is left to the caller. Throws user.not_found,
   * user.not_confirmed, admin.last, admin.yourself.
   */
  startRemoval: (proof: Proof, request: { id: UserId; confirmation: string }) => Promise<void>;
}

interface UserChange {
  id: UserId;
  role?: UserRow["role"] | undefined;
  isDisabled?: boolean | undefined;
}

interface AdministrationParts extends AuthParts {
  failures: FailedSignIns;
  links: MailedLinks;
}

/** Administration of users. */
export function createAdministration(parts: AdministrationParts): Administration {
  const { reader, execute, links } = parts;

  async function read(id: UserId): Promise<UserRow> {
    const user = await userById(reader, id);
    if (!user) throw new Failure("user.not_found");
    return user;
  }

  async function shown(user: UserRow): Promise<AdminUser> {
    const figures = await figuresOf(reader, [user.id]);
    return present(user, figures.get(user.id));
  }

  return {
    async isAdmin(userId) {
      const user = await userById(reader, userId);
      return user?.role === "admin" && user.disabled_at === 0;
    },
    async list({ query, page }) {
      const found = await usersMatching(reader, {
        query: query.trim().toLowerCase(),
        offset: page * adminPage,
        limit: adminPage,
      });
      const ids = found.users.map(({ id }) => id);
      const figures = await figuresOf(reader, ids);
      return {
        users: found.users.map((user) => present(user, figures.get(user.id))),
        total: found.total,
      };
    },
    async change(proof, { id, role, isDisabled }) {
      await confirmPassword(parts, proof);
      await read(id);
      if (isDisabled === true && id === proof.userId) throw new Failure("admin.yourself");
      if (role !== undefined) await execute("user.setRole", { userId: id, role });
      if (isDisabled !== undefined) await execute("user.setDisabled", { userId: id, isDisabled });
      return shown(await read(id));
    },
    async signOut(id) {
      await read(id);
      await execute("session.endAll", { userId: id, except: null });
    },
    async startReset(proof, { id, isMailed }) {
      await confirmPassword(parts, proof);
      return { url: await links.handReset(await read(id), { isMailed }) };
    },
    async startRemoval(proof, { id, confirmation }) {
      await confirmPassword(parts, proof);
      const user = await read(id);
      if (id === proof.userId) throw new Failure("admin.yourself");
      if (normalEmail(confirmation) !== user.email) throw new Failure("user.not_confirmed");
      await execute("user.setDisabled", { userId: id, isDisabled: true });
    },
  };
}

function present(user: UserRow, figures: UserFigures | undefined): AdminUser {
  const { lastSeenAt = 0, accounts = 0, messages = 0, bytes = 0 } = figures ?? {};
  return {
    id: user.id,
    name: user.name,
    email: user.email,
    role: user.role,
    disabledAt: timeOf(user.disabled_at),
    createdAt: new Date(user.created_at).toISOString(),
    lastSeenAt: timeOf(lastSeenAt),
    accounts,
    messages,
    bytes,
  };
}

function timeOf(ms: number): string | null {
  return ms === 0 ? null : new Date(ms).toISOString();
}
