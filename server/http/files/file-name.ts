const maxBytes = 255;

/**
 * Returns a sender's file name in a form that is safe to save: no path, no control characters, no characters that change the text
 * direction (they show "gpj.exe" as "exe.jpg"), and at most 255 bytes, with the extension preserved.
 */
export function safeFileName(name: string): string {
  const clean = name
    .toWellFormed()
    .normalize("NFC")
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "")
    .replaceAll(/[/\\:*?"<>|]/g, "_")
    .replace(/^[\s.]+/, "")
    .replace(/(?<![\s.])[\s.]+$/, "");
  return shorten(clean) || "attachment";
}

/** Returns a Content-Disposition with an ASCII name for old clients and the original name beside it (RFC 6266, RFC 8187). */
export function attachmentDisposition(name: string): string {
  return `attachment; ${nameParameters(name)}`;
}

/** Returns the same for a file that is viewed first; the name is for saving it. */
export function inlineDisposition(name: string): string {
  return `inline; ${nameParameters(name)}`;
}

function nameParameters(name: string): string {
  const safe = safeFileName(name);
  const ascii = safe.replaceAll(/[^\x20-\x7e]/g, "_").replaceAll(/["\\%]/g, "_");
  const encoded = encodeURIComponent(safe).replaceAll(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

function shorten(name: string): string {
  if (Buffer.byteLength(name) <= maxBytes) return name;
  const [extension = ""] = /\.[^.]{1,20}$/.exec(name) ?? [];
  let space = maxBytes - Buffer.byteLength(extension);
  let stem = "";
  for (const character of name.slice(0, name.length - extension.length)) {
    space -= Buffer.byteLength(character);
    if (space < 0) break;
    stem += character;
  }
  return stem + extension;
}
