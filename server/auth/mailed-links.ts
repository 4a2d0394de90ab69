import type { UserId } from "@inlet/contract/ids.ts";
import type { Language } from "@inlet/contract/languages.ts";
import type { Alerts } from "#/auth/alerts.ts";
import { requireLongPassword } from "#/auth/password-length.ts";
import { isEmail, normalEmail } from "#/auth/normal-email.ts";
import { hashToken, randomToken } from "#/auth/token.ts";
import { Failure } from "#/base/failure.ts";
import { mailedLinkOf, verificationOf } from "#/store/auth/mailed-link-queries.ts";
import type { UserRow } from "#/store/engine/schema.ts";
import { userByEmail, userById } from "#/store/users/queries.ts";
import type { AuthParts } from "#/auth/context.ts";
import { textsFor } from "#/texts/texts.ts";

/**
 * Links that the host sends by mail. Each works once, and only its hash is stored. `language` is that of the current browser, for
 * a user who has not chosen one.
 */
export interface MailedLinks {
  sendsMail: boolean;
  /**
   * Returns before it looks up the account, so neither response nor time shows if it exists. Throws host.no_mail,
   * signup.email_invalid.
   */
  askReset: (email: string, language: Language) => void;
  /**
   * Creates a reset link on behalf of an administrator. Returns the link, or null if it was sent by mail. A link that is shown to
   * the administrator does not verify the user's address. Throws host.no_mail, request.too_many.
   */
  handReset: (user: UserRow, way: { isMailed: boolean }) => Promise<string | null>;
  /** Sets the password, ends every session and begins none. Throws signup.password_too_short, link.expired. */
  reset: (token: string, password: string, address: string) => Promise<void>;
  verification: (userId: UserId) => Promise<"unasked" | "waiting" | "verified">;
  /** Throws host.no_mail, request.too_many. */
  askVerification: (userId: UserId, language: Language) => Promise<void>;
  /** Sends the verification after a sign-up. An error is only logged and does not fail the sign-up. */
  greet: (user: UserRow, language?: Language) => Promise<void>;
  /** Throws link.expired. */
  verify: (token: string) => Promise<void>;
}

const kinds = {
  reset: { validityMs: 30 * 60_000, path: "/reset" },
  verify: { validityMs: 24 * 3600_000, path: "/verify" },
} as const;
/** Limit for each kind of link. The requester need not be the recipient of the mail. */
const most = { most: 3, withinMs: 3600_000 };
/** Limit for links that are shown to an administrator. */
const maxHanded = { most: 30, withinMs: 3600_000 };

/** Creates password resets and address verifications, sent with the host's own mail. */
export function createMailedLinks(parts: AuthParts & { alerts: Alerts }): MailedLinks {
  const { reader, execute, clock, passwords, hostMail, log } = parts;

  async function mailReset(email: string, language: Language): Promise<void> {
    try {
      const user = await userByEmail(reader, email);
      if (user) await mailLink(parts, user, "reset", language);
    } catch (error) {
      log.error({ err: error }, "sending a password reset link failed");
    }
  }

  return {
    sendsMail: hostMail.isConfigured,
    askReset(given, language) {
      if (!hostMail.isConfigured) throw new Failure("host.no_mail");
      const email = normalEmail(given);
      if (!isEmail(email)) throw new Failure("signup.email_invalid");
      setImmediate(() => void mailReset(email, language));
    },
    async handReset(user, { isMailed }) {
      if (isMailed) {
        if (!hostMail.isConfigured) throw new Failure("host.no_mail");
        if (!(await mailLink(parts, user, "reset"))) throw new Failure("request.too_many");
        return null;
      }
      const token = randomToken();
      const { validityMs, path } = kinds.reset;
      const purpose = "handedReset" as const;
      const link = { userId: user.id, tokenHash: hashToken(token), purpose, validityMs };
      if (!(await execute("mailedLink.add", { ...link, ...maxHanded }))) {
        throw new Failure("request.too_many");
      }
      return parts.siteUrl(`${path}?token=${token}`);
    },
    async reset(token, password, address) {
      requireLongPassword(password);
      const tokenHash = hashToken(token);
      const link = await mailedLinkOf(reader, tokenHash);
      // Only requests with a valid link reach the slow hash.
      const isReset = link?.purpose === "reset" || link?.purpose === "handedReset";
      if (!isReset || link.expires_at <= clock.now()) {
        throw new Failure("link.expired");
      }
      const passwordHash = await passwords.hash(password);
      const userId = await execute("mailedLink.reset", { tokenHash, passwordHash });
      if (userId === null) throw new Failure("link.expired");
      await parts.alerts.notify(userId, "passwordReset", { address });
    },
    async verification(userId) {
      const row = await verificationOf(reader, userId);
      if (row && row.verified_at > 0) return "verified";
      return row && hostMail.isConfigured ? "waiting" : "unasked";
    },
    async askVerification(userId, language) {
      if (!hostMail.isConfigured) throw new Failure("host.no_mail");
      const user = await userById(reader, userId);
      if (!user) throw new Failure("session.required");
      if (!(await mailLink(parts, user, "verify", language))) throw new Failure("request.too_many");
    },
    async greet(user, language) {
      if (!hostMail.isConfigured) return;
      try {
        await mailLink(parts, user, "verify", language);
      } catch (error) {
        log.error({ err: error, userId: user.id }, "sending an address verification failed");
      }
    },
    async verify(token) {
      const userId = await execute("mailedLink.verify", { tokenHash: hashToken(token) });
      if (userId === null) throw new Failure("link.expired");
    },
  };
}

/** Sends a link. Returns false if too many were sent within an hour. */
async function mailLink(
  parts: AuthParts,
  user: UserRow,
  purpose: keyof typeof kinds,
  language?: Language,
): Promise<boolean> {
  const { reader, execute, hostMail } = parts;
  const { validityMs, path } = kinds[purpose];
  const token = randomToken();
  const link = { userId: user.id, tokenHash: hashToken(token), purpose, validityMs, ...most };
  if (!(await execute("mailedLink.add", link))) return false;
  const words = (await textsFor(reader, user.id, language)).mails[purpose];
  await hostMail.send({
    userId: user.id,
    to: user.email,
    subject: words.subject,
    text: words.text(parts.siteUrl(`${path}?token=${token}`)),
    validityMs,
  });
  return true;
}
