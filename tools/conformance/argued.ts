/**
 * Expectations that are wrong, by how the line of the failure begins. docs/conformance.md gives the reason of each, and
 * names the test that holds what Inlet reads instead.
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

/** Returns whether docs/conformance.md argues against the expectation that failed. */
export function isArgued(what: string, failure: string): boolean {
  return argued[what]?.some((beginning) => failure.startsWith(beginning)) ?? false;
}

function ofMessage(file: string, ...points: string[]): string[] {
  return points.map((point) => `${file}: ${point}: `);
}
