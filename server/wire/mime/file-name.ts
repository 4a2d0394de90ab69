/** Control characters, and marks that reverse or hide text: a name must be what it looks like. */
const invisible =
  /[\p{Cc}\u00AD\u061C\u200B-\u200F\u2028-\u202E\u2060-\u2069\uFEFF\uFFF9-\uFFFB]/gu;

const maxBytes = 255;

/** Returns a file name that is safe to show and save: no path, nothing invisible, at most 255 bytes; "" for no name. */
export function cleanFileName(name: string): string {
  const last =
    name
      .replace(/[\r\n\t]+/g, " ")
      .replace(invisible, "")
      .split(/[/\\]/)
      .at(-1) ?? "";
  const clean = last
    .trim()
    .replace(/^\.+$/, "")
    .replace(/[<>:"|?*]/g, "_")
    .trim();
  return shorten(clean);
}

/** Shortens a name in the middle and preserves the extension. */
function shorten(name: string): string {
  if (Buffer.byteLength(name) <= maxBytes) return name;
  const extension = /\.[^.\s]{1,16}$/.exec(name)?.[0] ?? "";
  let stem = "";
  const space = maxBytes - Buffer.byteLength(extension);
  let used = 0;
  for (const letter of name.slice(0, name.length - extension.length)) {
    used += Buffer.byteLength(letter);
    if (used > space) break;
    stem += letter;
  }
  return stem + extension;
}
