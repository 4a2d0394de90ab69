import { limits } from "@inlet/contract/limits.ts";

/** Takes up no room on the screen; senders pad previews with it. */
const invisible = /[\p{Cc}\u00AD\u034F\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/gu;

/** The first 200 visible characters of a text, its white space folded. */
export function previewOf(text: string): string {
  const start = text.slice(0, 20_000).replace(/\s+/g, " ").replace(invisible, "");
  const folded = start.replace(/\s+/g, " ").trim();
  return [...folded.slice(0, limits.listPreviewLength * 2)]
    .slice(0, limits.listPreviewLength)
    .join("");
}
