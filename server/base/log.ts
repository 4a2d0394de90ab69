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

/** The process's log as JSON lines on standard error. `level` is pino's, `silent` for none. */
export function createLog(level: string): Log {
  return pino(
    {
      level,
      base: null,
      redact: {
        paths: secretNames.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
        censor: "[redacted]",
      },
    },
    pino.destination(2),
  );
}
