import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { line } from "./fields.ts";
import { Matching } from "./filing.ts";
import { AccountId, FolderId, ImportId } from "./ids.ts";

/** Mail that is brought in from a file: what it is, where it goes, and how far it is. */
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
  /** Why it failed, in one sentence. */
  error: z.string().nullable(),
});
export type MailImport = z.infer<typeof MailImport>;

/**
 * Takes a file as the body (application/octet-stream): mbox, .eml, or a zip, tar or tar.gz with such files or a Maildir
 * in it, as Google Takeout hands out. Answers when the file is safely here; its messages follow.
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
    /** Absent: a folder "Imported", which is made. */
    folderId: FolderId.optional(),
  }),
  output: z.object({ import: MailImport }),
  errors: ["account.not_found", "folder.not_found", "import.too_large", "import.limit"],
});

/** The imports of the last days, newest first. */
export const listImports = endpoint({
  method: "GET",
  path: "/email/imports",
  access: "user",
  scope: "read",
  input: z.object({}),
  output: z.object({ imports: z.array(MailImport) }),
  errors: [],
});

/** Stops an import where it is; what it put into the folder stays. One that has ended goes off the list. */
export const cancelImport = endpoint({
  method: "DELETE",
  path: "/email/imports/{id}",
  access: "user",
  scope: "settings",
  input: z.object({ id: ImportId }),
  output: z.object({ ok: z.literal(true) }),
  errors: ["import.not_found"],
});

/** A signed address, good for five minutes, under which a folder, a label or the hits of a search are read as one mbox file. */
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

/** The file of such an address. A message that its server does not hand out is named at the end of the file. */
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
