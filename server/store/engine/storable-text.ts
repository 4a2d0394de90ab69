/** Returns text that both engines can store: PostgreSQL rejects NUL, and a lone surrogate has no encoding in UTF-8. */
export function plainText(text: string): string {
  const whole = text.includes("\0") ? text.replaceAll("\0", "") : text;
  return whole.isWellFormed() ? whole : whole.toWellFormed();
}

/** Returns JSON in which every text is cleaned in the same way. */
export function plainJson(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === "string" ? plainText(inner) : inner,
  );
}
