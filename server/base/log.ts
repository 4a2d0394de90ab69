import { type Logger, pino } from "pino";

/** A structured log. Its objects hold ids and codes, never subjects, addresses, bodies or secrets. */
export type Log = Pick<Logger, "trace" | "debug" | "info" | "warn" | "error" | "child">;

/** Names under which a secret could reach the log; their values are redacted wherever they appear. */
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

/** Additional fields of an error that are logged: numbers and names from the system. */
const loggedFields = [
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
/** Errors whose causes hold text from other servers: only the codes of the causes are logged. */
const walls = new Set(["WireError", "SmtpError", "OauthError", "DavRefusal", "ServiceRefusal"]);
/** Maximum depth of logged causes of an error. */
const causesLogged = 5;
const maxLetters = 300;

/**
 * Returns the logged form of an error: its type, its stack and its message without text that a server or a user may have put
 * there. Mail servers repeat addresses, folders and subjects in their error responses.
 */
function loggedError(error: unknown, depth = 0, isForeign = false): unknown {
  if (!(error instanceof Error)) return typeof error === "string" ? withoutContent(error) : null;
  const fields = new Map<string, unknown>(Object.entries(error));
  const kept = loggedFields.flatMap((name) => {
    const value = fields.get(name);
    if (typeof value === "number") return [[name, value]];
    return typeof value === "string" ? [[name, withoutContent(value)]] : [];
  });
  // The first lines of the stack repeat the message.
  const frames = (error.stack ?? "").split("\n").filter((line) => /^ +at /.test(line));
  const { cause } = error;
  return {
    type: error.name,
    ...(!isForeign && { message: withoutContent(error.message) }),
    ...Object.fromEntries(kept),
    stack: frames.join("\n"),
    ...(cause !== undefined &&
      depth < causesLogged && {
        cause: loggedError(cause, depth + 1, isForeign || walls.has(error.name)),
      }),
  };
}

/** Replaces addresses and quoted text; cuts a long text to its beginning. */
function withoutContent(text: string): string {
  return text
    .slice(0, maxLetters)
    .replaceAll(/[^\s@<>"'(),;:]{1,64}@[^\s@<>"'(),;]{1,255}/g, "[address]")
    .replaceAll(/"[^"]{1,300}"?/g, '"…"');
}

/**
 * Creates the process's log, which writes JSON lines to standard error. `level` is a level of pino; `silent` disables the log.
 */
export function createLog(level: string): Log {
  return pino(
    {
      level,
      base: null,
      serializers: { err: (error) => loggedError(error), error: (error) => loggedError(error) },
      redact: {
        paths: secretNames.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
        censor: "[redacted]",
      },
    },
    pino.destination(2),
  );
}
