import type { Attachment } from "@inlet/contract/mail/email.ts";
import { readAttachment } from "#/api/read-attachment.ts";
import { attachmentTexts } from "#/features/reader/attachments/attachment-texts.ts";
import { zipFiles } from "#/features/reader/attachments/zip-files.ts";
import { sentenceOf } from "#/lib/sentence-of.ts";
import { warn } from "#/state/changes/toasts.ts";

/** Downloads all attachments of a message as one archive, and reports if one is unavailable. */
export async function saveAll(attachments: readonly Attachment[], name: string): Promise<void> {
  try {
    const files: { name: string; bytes: Uint8Array<ArrayBuffer> }[] = [];
    // One at a time: the server may have to fetch each from the mail server.
    for (const attachment of attachments) {
      const bytes = new Uint8Array(await readAttachment(attachment));
      files.push({ name: attachment.filename, bytes });
    }
    const url = URL.createObjectURL(zipFiles(files));
    const link = document.createElement("a");
    link.href = url;
    link.download = name;
    link.click();
    // The download has started with the click and needs the URL no longer.
    URL.revokeObjectURL(url);
  } catch (error) {
    warn(sentenceOf(error, attachmentTexts.failed));
  }
}
