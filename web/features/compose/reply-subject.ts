import { composeTexts } from "#/features/compose/compose-texts.ts";

/** The subject of an answer: one "Re:", however often the mail went to and fro, in whichever language. */
export function replySubject(subject: string): string {
  const bare = subject.replace(
    /^(\s*(re|aw|sv|rif|antw|odp|回复|答复)\s*(\[\d+\])?\s*[:：]\s*)+/i,
    "",
  );
  return composeTexts.reply.subject(bare.trim());
}
