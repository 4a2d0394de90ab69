import { readSource } from "#/api/read-source.ts";
import { readerTexts } from "#/features/reader/reader-texts.ts";
import { sentenceOf } from "#/lib/sentence-of.ts";
import { warn } from "#/state/toasts.ts";

/** Hands out a mail as an .eml file, and says so when its server does not. */
export async function saveSource(email: { id: string; subject: string }): Promise<void> {
  try {
    const url = URL.createObjectURL(await readSource(email.id));
    const link = document.createElement("a");
    link.href = url;
    link.download = fileNameOf(email.subject);
    link.click();
    // The download has begun with the click and holds what it needs.
    URL.revokeObjectURL(url);
  } catch (error) {
    warn(sentenceOf(error, readerTexts.failed));
  }
}

/** The subject without what file systems do not take. */
export function fileNameOf(subject: string): string {
  const name = subject
    .replaceAll(/[\s\p{Cc}\p{Cf}\\/:*?"<>|]+/gu, " ")
    .replace(/^[. ]+/, "")
    .slice(0, 100)
    .trim();
  return `${name || "email"}.eml`;
}
