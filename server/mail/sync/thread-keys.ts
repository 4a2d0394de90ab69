import type { ParsedMessage } from "#/wire/mime/parsed.ts";

/** Enough for the longest genuine thread. A hostile header with thousands of ids must not cost thousands of rows. */
const maxKeys = 200;

/**
 * Returns the ids that link a message to its thread (RFC 5322, 3.6.4): its Message-ID first, then References, then In-Reply-To.
 * An id without "@" does not count: mailing lists send placeholders such as `<yes>` that would join unrelated messages.
 */
export function threadKeys(
  message: Pick<ParsedMessage, "messageId" | "references" | "inReplyTo">,
): string[] {
  const own = isMessageId(message.messageId) ? [message.messageId] : [];
  const ancestors = [...message.references, message.inReplyTo].filter(isMessageId);
  // If the list is cut, the root and the nearest ancestors are the most useful.
  const kept =
    ancestors.length < maxKeys
      ? ancestors
      : [...ancestors.slice(0, 1), ...ancestors.slice(2 - maxKeys)];
  return [...new Set([...own, ...kept])];
}

function isMessageId(id: string): boolean {
  const at = id.indexOf("@");
  return at > 0 && at < id.length - 1 && id.length <= 998 && !/\s/.test(id);
}
