const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/**
 * Returns the mappings of a source map without names and without the columns within one source line. A stack trace only needs
 * lines, and Node takes 60 MB of memory for the complete map of the server.
 */
export function leanMappings(mappings: string): string {
  const read = { source: 0, line: 0, column: 0 };
  let written = { ...read };
  const leanLine = (segments: string): string => {
    let generated = 0;
    let writtenGenerated = 0;
    let last = "";
    const kept: string[] = [];
    for (const segment of segments === "" ? [] : segments.split(",")) {
      const [column = 0, ...origin] = decoded(segment);
      generated += column;
      read.source += origin[0] ?? 0;
      read.line += origin[1] ?? 0;
      read.column += origin[2] ?? 0;
      // A segment without an origin ends the range of the one before it.
      const place = origin.length === 0 ? "none" : `${read.source}:${read.line}`;
      if (place === last) continue;
      last = place;
      const numbers = [generated - writtenGenerated];
      writtenGenerated = generated;
      if (origin.length > 0) {
        numbers.push(read.source - written.source, read.line - written.line);
        numbers.push(read.column - written.column);
        written = { ...read };
      }
      kept.push(numbers.map(encoded).join(""));
    }
    return kept.join(",");
  };
  return mappings.split(";").map(leanLine).join(";");
}

/** Decodes the numbers of a segment: base 64, five bits per digit, the lowest bit is the sign. */
function decoded(segment: string): number[] {
  const numbers: number[] = [];
  let bits = 0;
  let shift = 0;
  for (const character of segment) {
    const digit = digits.indexOf(character);
    bits += (digit & 31) << shift;
    shift += 5;
    if (digit > 31) continue;
    numbers.push(bits & 1 ? -(bits >> 1) : bits >> 1);
    bits = 0;
    shift = 0;
  }
  return numbers;
}

function encoded(number: number): string {
  let bits = number < 0 ? (-number << 1) | 1 : number << 1;
  let text = "";
  do {
    const digit = bits & 31;
    bits >>= 5;
    text += digits.charAt(bits > 0 ? digit | 32 : digit);
  } while (bits > 0);
  return text;
}
