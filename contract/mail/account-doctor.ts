import { z } from "zod";
import { mailAddress, mailHost, mailPort, MailSettings, outgoingFields } from "./accounts.ts";
import { endpoint } from "../endpoint.ts";
import { line } from "../fields.ts";
import { AccountId } from "../ids.ts";

/** The steps of the examination, in the order in which they run. */
export const DoctorStep = z.enum(["settings", "dns", "tcp", "tls", "login", "folders", "smtp"]);
export type DoctorStep = z.infer<typeof DoctorStep>;

/** One line of the stream: a step that starts or ends, or at the end the verdict. */
export const DoctorEvent = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("step"),
    step: DoctorStep,
    /** `skipped`: an earlier step failed, or the input to test this step was missing. */
    state: z.enum(["running", "ok", "failed", "skipped"]),
    /** Text for the user, such as the server's name or the number of folders. */
    detail: z.string(),
    /** Error code of the catalog if the step failed. */
    code: z.string().nullable(),
    /** SHA-256 of a certificate that no trusted authority signed. */
    fingerprint: z.string().nullable(),
  }),
  z.object({ kind: z.literal("settings"), settings: MailSettings.nullable() }),
  z.object({
    kind: z.literal("verdict"),
    isHealthy: z.boolean(),
    /** The problem and its fix, in one sentence. */
    sentence: z.string(),
    code: z.string().nullable(),
    helpUrl: z.string().nullable(),
  }),
]);
export type DoctorEvent = z.infer<typeof DoctorEvent>;

/**
 * Tests a mailbox step by step and reports each step as it happens, as lines of JSON (application/x-ndjson). The input is either
 * an address, with as many settings as are known, or an account that is already connected.
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
