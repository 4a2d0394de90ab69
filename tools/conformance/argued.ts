/**
 * Expectations that are wrong, by the beginning of the failure's line. docs/conformance.md gives the reason for each, and names
 * the test for the result that Inlet gives instead.
 */
const argued: Record<string, readonly string[]> = {
  "malformed messages": [
    ...ofMessage("malformed_001.eml", "text parts"),
    ...ofMessage("malformed_007.eml", "leaf count", "leaf types", "text parts"),
    ...ofMessage("malformed_009.eml", "leaf count", "leaf types", "text parts"),
    ...ofMessage("malformed_012.eml", "leaf count", "leaf types"),
    ...ofMessage("malformed_016.eml", "leaf count", "leaf types", "text parts"),
    ...ofMessage("malformed_017.eml", "attachments"),
    ...ofMessage("malformed_019.eml", "text parts"),
    ...ofMessage("malformed_020.eml", "leaf count", "leaf types", "text parts"),
  ],
  dates: ['" 4 8 15 16 23 42, '],
};

/** Reports whether docs/conformance.md disputes the expectation that failed. */
export function isArgued(what: string, failure: string): boolean {
  return argued[what]?.some((beginning) => failure.startsWith(beginning)) ?? false;
}

function ofMessage(file: string, ...points: string[]): string[] {
  return points.map((point) => `${file}: ${point}: `);
}
