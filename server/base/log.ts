import { type Logger, pino } from "pino";

/** A structured log line; the object holds ids and codes, never subjects, addresses, bodies or secrets. */
export type Log = Pick<Logger, "trace" | "debug" | "info" | "warn" | "error" | "child">;

/** Names under which a secret could reach the log; their values are cut out wherever they stand. */
const secretNames = [
  "password",
  "pass",
  "account_pass",
  "smtp_pass",
  "token",
  "authorization",
  "cookie",
  "secret",
];

/** Of what else hangs on an error, these are numbers and names of the system's. */
const toldFields = [
  "code",
  "errno",
  "errcode",
  "syscall",
  "kind",
  "reason",
  "status",
  "responseCode",
  "serverResponseCode",
];
/** What other servers said stands in the causes of these: of it only codes are told. */
const walls = new Set(["WireError", "SmtpError", "OauthError", "DavRefusal", "ServiceRefusal"]);
/** Errors have causes, which have causes. */
const causesTold = 5;
const mostLetters = 300;

/**
 * What the log says of an error: what it is, where it came from, and its message without what a server or a person may
 * have put there. Mail servers repeat addresses, folders and subjects in what they refuse.
 */
function toldError(error: unknown, depth = 0, isForeign = false): unknown {
  if (!(error instanceof Error)) return typeof error === "string" ? withoutContent(error) : null;
  const fields = new Map<string, unknown>(Object.entries(error));
  const told = toldFields.flatMap((name) => {
    const value = fields.get(name);
    if (typeof value === "number") return [[name, value]];
    return typeof value === "string" ? [[name, withoutContent(value)]] : [];
  });
  // The first lines are the message once more.
  const frames = (error.stack ?? "").split("\n").filter((line) => /^ +at /.test(line));
  const { cause } = error;
  return {
    type: error.name,
    ...(!isForeign && { message: withoutContent(error.message) }),
    ...Object.fromEntries(told),
    stack: frames.join("\n"),
    ...(cause !== undefined &&
      depth < causesTold && {
        cause: toldError(cause, depth + 1, isForeign || walls.has(error.name)),
      }),
  };
}

/** Addresses, and what stands in quotes, go; of a long text its beginning stays. */
function withoutContent(text: string): string {
  return text
    .slice(0, mostLetters)
    .replaceAll(/[^\s@<>"'(),;:]{1,64}@[^\s@<>"'(),;]{1,255}/g, "[address]")
    .replaceAll(/"[^"]{1,300}"?/g, '"…"');
}

/** The process's log as JSON lines on standard error. `level` is pino's, `silent` for none. */
export function createLog(level: string): Log {
  return pino(
    {
      level,
      base: null,
      serializers: { err: (error) => toldError(error), error: (error) => toldError(error) },
      redact: {
        paths: secretNames.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
        censor: "[redacted]",
      },
    },
    pino.destination(2),
  );
}
