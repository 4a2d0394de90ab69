/** Returns the Message-ID of a header block, without angle brackets; "" without one. */
export function readMessageId(headers: Buffer | undefined): string {
  const field = headers?.toString("latin1").replaceAll(/\r\n[ \t]/g, " ") ?? "";
  return /<([^<>]+)>/.exec(field)?.[1]?.trim() ?? "";
}
