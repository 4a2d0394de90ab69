import { signatureFeaturesOf, signatureReach } from "./signature-features.ts";
import trained from "./signature-weights.json" with { type: "json" };
import type { MailLine } from "./html-reader.ts";

/** Marks the signature: everything after "-- ", otherwise final lines that look like a closing, a name, and contact details. */
export function markSignature(lines: readonly MailLine[], sender: string): MailLine[] {
  const marked = [...lines];
  // There may also be a signature above or between quotations; only the last of the sender's lines count.
  const own = marked.flatMap((line, at) => (line.part === "own" && line.text.trim() ? [at] : []));
  const dashes = own.findLast((at) => /^\s*--\s*$/.test(marked[at]?.text ?? ""));
  const first =
    dashes ??
    own[
      own.length -
        signatureLength(
          own.map((at) => marked[at]?.text ?? ""),
          sender,
        )
    ];
  if (first === undefined) return marked;
  for (const at of own) {
    const line = marked[at];
    if (line && at >= first) marked[at] = { ...line, part: "signature" };
  }
  return marked;
}

/**
 * Returns the number of last lines that form the signature: the tail whose lines together score highest. The weights come from
 * tools/ai-train/signatures.ts.
 */
export function signatureLength(
  lines: readonly string[],
  sender: string,
  weights: readonly number[] = trained.weights,
): number {
  let best = 0;
  let length = 0;
  let sum = 0;
  for (let at = lines.length - 1; at >= Math.max(0, lines.length - signatureReach); at--) {
    const features = signatureFeaturesOf(lines, at, sender);
    sum += features.reduce((total, value, index) => total + value * (weights[index] ?? 0), 0);
    if (sum > best) {
      best = sum;
      length = lines.length - at;
    }
  }
  return length;
}
