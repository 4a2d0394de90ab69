import { z } from "zod";
import { mailAddress, mailHost, mailPort, MailSettings, outgoingFields } from "./accounts.ts";
import { endpoint } from "./endpoint.ts";
import { line } from "./fields.ts";
import { AccountId } from "./ids.ts";

/** What is tried, in this order. */
export const DoctorStep = z.enum(["settings", "dns", "tcp", "tls", "login", "folders", "smtp"]);
export type DoctorStep = z.infer<typeof DoctorStep>;

/** One line of the stream: a step that begins or ends, and the verdict at the end. */
export const DoctorEvent = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("step"),
    step: DoctorStep,
    /** `skipped`: an earlier step failed, or nothing was given to try it with. */
    state: z.enum(["running", "ok", "failed", "skipped"]),
    /** In words, such as the server's name or the number of folders. */
    detail: z.string(),
    /** A code of the catalogue for a step that failed. */
    code: z.string().nullable(),
    /** SHA-256 of a certificate that no authority vouches for. */
    fingerprint: z.string().nullable(),
  }),
  z.object({ kind: z.literal("settings"), settings: MailSettings.nullable() }),
  z.object({
    kind: z.literal("verdict"),
    isHealthy: z.boolean(),
    /** What is wrong and what to do, in one sentence. */
    sentence: z.string(),
    code: z.string().nullable(),
    helpUrl: z.string().nullable(),
  }),
]);
export type DoctorEvent = z.infer<typeof DoctorEvent>;

/**
 * Tries a mailbox step by step and tells each as it goes: lines of JSON (application/x-ndjson). Either an address, with
 * as much as is known, or an account that is connected already.
 */
export const examineAccount = endpoint({
  method: "POST",
  path: "/imap/doctor",
  access: "user",
  scope: null,
  carrier: "stream",
  input: z.object({
    accountId: AccountId.optional(),
    account_mail: mailAddress.optional(),
    account_pass: line(1024).optional(),
    imap_host: mailHost.min(1).optional(),
    user_port: mailPort.optional(),
    tls: z.boolean().optional(),
    ...outgoingFields,
  }),
  output: DoctorEvent,
  errors: ["account.not_found", "account.limit"],
});
