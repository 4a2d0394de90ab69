import type { Attachment } from "@inlet/contract/email.ts";
import { readAttachment } from "#/api/read-attachment.ts";
import { attachmentTexts } from "#/features/reader/attachment-texts.ts";
import { zipFiles } from "#/features/reader/zip-files.ts";
import { sentenceOf } from "#/lib/sentence-of.ts";
import { warn } from "#/state/toasts.ts";

/** Hands out all files of a mail as one archive, and says so when one of them is not to be had. */
export async function saveAll(attachments: readonly Attachment[], name: string): Promise<void> {
  try {
    const files: { name: string; bytes: Uint8Array<ArrayBuffer> }[] = [];
    // One after the other: the mail server may be asked for each.
    for (const attachment of attachments) {
      const bytes = new Uint8Array(await readAttachment(attachment));
      files.push({ name: attachment.filename, bytes });
    }
    const url = URL.createObjectURL(zipFiles(files));
    const link = document.createElement("a");
    link.href = url;
    link.download = name;
    link.click();
    // The download has begun with the click and holds what it needs.
    URL.revokeObjectURL(url);
  } catch (error) {
    warn(sentenceOf(error, attachmentTexts.failed));
  }
}
