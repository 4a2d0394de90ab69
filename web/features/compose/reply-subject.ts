import { composeTexts } from "#/features/compose/compose-texts.ts";
import { replyPrefix } from "#/lib/reply-prefix.ts";

/** The subject of an answer: one "Re:", however often the mail went to and fro, in whichever language. */
export function replySubject(subject: string): string {
  return composeTexts.reply.subject(without(replyPrefix, subject));
}

/** The subject of a mail that is passed on: one "Fwd:". */
export function forwardSubject(subject: string): string {
  return composeTexts.forward.subject(
    without(/^\s*(?:(?:fwd?|wg|vs|tr|rv|转发)\s*(?:\[\d+\]\s*)?[:：]\s*)+/i, subject),
  );
}

function without(prefixes: RegExp, subject: string): string {
  return subject.replace(prefixes, "").trim();
}
