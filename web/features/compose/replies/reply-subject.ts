import { composeTexts } from "#/features/compose/compose-texts.ts";
import { replyPrefix } from "#/lib/reply-prefix.ts";

/** Returns the subject of a reply: one "Re:", whatever the number of prefixes and their language. */
export function replySubject(subject: string): string {
  return composeTexts.reply.subject(without(replyPrefix, subject));
}

/** Returns the subject of a forwarded message: one "Fwd:". */
export function forwardSubject(subject: string): string {
  return composeTexts.forward.subject(
    without(/^\s*(?:(?:fwd?|wg|vs|tr|rv|转发)\s*(?:\[\d+\]\s*)?[:：]\s*)+/i, subject),
  );
}

function without(prefixes: RegExp, subject: string): string {
  return subject.replace(prefixes, "").trim();
}
