/** Text that both engines can hold: PostgreSQL refuses NUL, and half a surrogate pair is no character in UTF-8. */
export function plainText(text: string): string {
  const whole = text.includes("\0") ? text.replaceAll("\0", "") : text;
  return whole.isWellFormed() ? whole : whole.toWellFormed();
}

/** JSON of which the same is true of every text in it. */
export function plainJson(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === "string" ? plainText(inner) : inner,
  );
}
