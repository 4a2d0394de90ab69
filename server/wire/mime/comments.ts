/**
 * Returns a structured field with each comment (RFC 5322, 3.2.2) replaced by `instead`. Comments nest, a backslash quotes the
 * next character, and quoted strings contain none. An unclosed parenthesis is text.
 */
export function withoutComments(field: string, instead = ""): string {
  let result = "";
  let end = 0;
  for (const comment of commentsIn(field)) {
    result += field.slice(end, comment.start) + instead;
    end = comment.end;
  }
  return result + field.slice(end);
}

/** Returns the outermost comments of a field, in order; `end` is behind the closing parenthesis. Takes linear time. */
export function commentsIn(field: string): { start: number; end: number }[] {
  const closed: { start: number; end: number }[] = [];
  if (!field.includes("(")) return closed;
  const open: number[] = [];
  let isQuoted = false;
  for (let at = 0; at < field.length; at++) {
    const letter = field[at];
    if (letter === "\\" && (isQuoted || open.length > 0)) at++;
    else if (letter === '"' && open.length === 0) isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (letter === "(") open.push(at);
    else if (letter === ")") {
      const start = open.pop();
      if (start === undefined) continue;
      while ((closed.at(-1)?.start ?? -1) > start) closed.pop();
      closed.push({ start, end: at + 1 });
    }
  }
  return closed;
}
