import type SMTPConnection from "nodemailer/lib/smtp-connection";
import type { Pinned } from "#/egress/pinned.ts";

type Mechanism = "XOAUTH2" | "OAUTHBEARER";
type Handlers = NonNullable<SMTPConnection.Options["customAuth"]>;

/**
 * Prefix for our mechanisms: under the bare name, nodemailer uses its own XOAUTH2, finds no token and falls back to a password.
 */
const own = "INLET-";

/** Returns the login mechanisms for an access token in SMTP: Google's and Microsoft's own, and RFC 7628. */
export function tokenMechanisms(
  { user, accessToken = "" }: { user: string; accessToken?: string },
  { host, port }: Pinned,
): Handlers {
  const bearer = `auth=Bearer ${accessToken}`;
  const texts: Record<Mechanism, string[]> = {
    XOAUTH2: [`user=${user}`, bearer, "", ""],
    OAUTHBEARER: [`n,a=${user},`, `host=${host}`, `port=${port}`, bearer, "", ""],
  };
  /** The response that ends a refused exchange, after which the server gives the reason. */
  const ends: Record<Mechanism, string> = { XOAUTH2: "", OAUTHBEARER: "AQ==" };
  const say =
    (mechanism: Mechanism): Handlers[string] =>
    async (context) => {
      const text = Buffer.from(texts[mechanism].join("\x01")).toString("base64");
      let answer = await context.sendCommand(`AUTH ${mechanism} ${text}`);
      if (answer.status === 334) answer = await context.sendCommand(ends[mechanism]);
      if (answer.status < 200 || answer.status >= 300) throw new Refused(answer);
    };
  return { [`${own}XOAUTH2`]: say("XOAUTH2"), [`${own}OAUTHBEARER`]: say("OAUTHBEARER") };
}

/** Returns the mechanism that the server offers; XOAUTH2 if it offers neither. */
export function tokenMechanism(connection: SMTPConnection): string {
  // nodemailer stores the greeting's lines, but searches them only for other mechanisms.
  const lines: unknown = Reflect.get(connection, "_ehloLines");
  const offered = Array.isArray(lines)
    ? lines.map(String).filter((line) => /^AUTH/i.test(line))
    : [];
  const has = (mechanism: Mechanism) =>
    offered.some((line) => line.toUpperCase().includes(mechanism));
  return `${own}${has("OAUTHBEARER") && !has("XOAUTH2") ? "OAUTHBEARER" : "XOAUTH2"}`;
}

class Refused extends Error {
  readonly response: string;
  readonly responseCode: number;
  constructor({ status, response }: { status: number; response: string }) {
    super("the token was refused");
    this.response = response;
    this.responseCode = status;
  }
}
