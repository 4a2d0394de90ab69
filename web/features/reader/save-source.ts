import { readSource } from "#/api/read-source.ts";
import { readerTexts } from "#/features/reader/reader-texts.ts";
import { sentenceOf } from "#/lib/sentence-of.ts";
import { warn } from "#/state/changes/toasts.ts";

/** Downloads a message as an .eml file, and reports if its server does not provide it. */
export async function saveSource(email: { id: string; subject: string }): Promise<void> {
  try {
    const url = URL.createObjectURL(await readSource(email.id));
    const link = document.createElement("a");
    link.href = url;
    link.download = fileNameOf(email.subject);
    link.click();
    // The download has started with the click and needs the URL no longer.
    URL.revokeObjectURL(url);
  } catch (error) {
    warn(sentenceOf(error, readerTexts.failed));
  }
}

/** Returns the subject without characters that file systems reject. */
export function fileNameOf(subject: string): string {
  const name = subject
    .replaceAll(/[\s\p{Cc}\p{Cf}\\/:*?"<>|]+/gu, " ")
    .replace(/^[. ]+/, "")
    .slice(0, 100)
    .trim();
  return `${name || "email"}.eml`;
}
