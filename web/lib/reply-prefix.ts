/** Matches one or more "Re:" before a subject, in any language. */
export const replyPrefix =
  /^\s*(?:(?:re|res|r|aw|sv|rif|antw|odp|ynt|atb|回复|答复)\s*(?:\[\d+\]\s*)?[:：]\s*)+/i;
