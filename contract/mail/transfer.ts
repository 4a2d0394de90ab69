import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { line } from "../fields.ts";
import { Matching } from "./filing.ts";
import { AccountId, FolderId, ImportId } from "../ids.ts";

/** An import of messages from a file: its source, target and progress. */
export const MailImport = z.object({
  id: ImportId,
  accountId: AccountId,
  filename: z.string(),
  /** The folder's path on the mail server. */
  folder: z.string(),
  state: z.enum(["running", "done", "failed", "cancelled"]),
  /** Number of messages imported into the folder, skipped because the folder already has them, and unreadable or rejected. */
  imported: z.number(),
  skipped: z.number(),
  refused: z.number(),
  /** The reason for its failure, in one sentence. */
  error: z.string().nullable(),
});
export type MailImport = z.infer<typeof MailImport>;

/**
 * Imports a file, sent as the body (application/octet-stream): an mbox, an .eml, or a zip, tar or tar.gz that contains such files
 * or a Maildir, as Google Takeout exports them. Responds once the file is stored; its messages are imported afterwards.
 */
export const importMail = endpoint({
  method: "POST",
  path: "/email/imports",
  access: "user",
  scope: "settings",
  carrier: "bytes",
  input: z.object({
    accountId: AccountId,
    filename: line(1000),
    /** If absent: a folder "Imported", which is created. */
    folderId: FolderId.optional(),
  }),
  output: z.object({ import: MailImport }),
  errors: ["account.not_found", "folder.not_found", "import.too_large", "import.limit"],
});

/** Lists the imports of the last days, newest first. */
export const listImports = endpoint({
  method: "GET",
  path: "/email/imports",
  access: "user",
  scope: "read",
  input: z.object({}),
  output: z.object({ imports: z.array(MailImport) }),
  errors: [],
});

/** Stops an import; the messages already imported stay. A finished import is removed from the list. */
export const cancelImport = endpoint({
  method: "DELETE",
  path: "/email/imports/{id}",
  access: "user",
  scope: "settings",
  input: z.object({ id: ImportId }),
  output: z.object({ ok: z.literal(true) }),
  errors: ["import.not_found"],
});

/** Returns a signed URL, valid for five minutes, that downloads a folder, a label or the hits of a search as one mbox file. */
export const exportMail = endpoint({
  method: "POST",
  path: "/email/export",
  access: "user",
  scope: null,
  input: Matching,
  output: z.object({ url: z.string() }),
  errors: [
    "account.not_found",
    "folder.not_found",
    "search.too_short",
    "search.unknown_operator",
    "search.unknown_value",
    "search.too_many",
  ],
});

/** Returns the mbox file for a signed URL. Messages that the mail server does not return are listed at the end of the file. */
export const exportedMail = endpoint({
  method: "GET",
  path: "/export/{token}",
  access: "signed",
  scope: null,
  carrier: "file",
  input: z.object({ token: line(8192) }),
  output: z.unknown(),
  errors: ["export.refused"],
});
