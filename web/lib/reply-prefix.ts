/** Matches "Re:" before a subject, however often it is there and in whichever language. */
export const replyPrefix =
  /^\s*(?:(?:re|res|r|aw|sv|rif|antw|odp|ynt|atb|回复|答复)\s*(?:\[\d+\]\s*)?[:：]\s*)+/i;
