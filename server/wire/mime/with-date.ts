/** Returns the message with another time in its Date field (RFC 5322, 3.6.1). */
export function withNewDate(raw: Uint8Array, time: number): Buffer {
  const source = Buffer.from(raw);
  const end = source.indexOf("\r\n\r\n");
  // The header is handled as latin1, to keep its bytes.
  const header = source.subarray(0, Math.max(end, 0)).toString("latin1");
  const date = new Date(time).toUTCString().replace("GMT", "+0000");
  const dated = header.replace(/^Date:.*$/m, `Date: ${date}`);
  return Buffer.concat([Buffer.from(dated, "latin1"), source.subarray(Math.max(end, 0))]);
}
