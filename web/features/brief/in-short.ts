import type { Brief } from "@inlet/contract/ai/brief.ts";
import { briefTexts } from "#/features/brief/brief-texts.ts";

/** Returns the numbers of waiting messages, in a few words each; empty if nothing waits. */
export function inShort(brief: Brief): string[] {
  return (["answer", "deadlines", "waiting"] as const).flatMap((part) => {
    const { lines, more } = brief[part];
    const count = lines.length + more;
    return count === 0 ? [] : briefTexts.short[part](count);
  });
}
