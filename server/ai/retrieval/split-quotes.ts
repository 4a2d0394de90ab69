/** Splits a message into the sender's text and quotations. It is fast, for the ranking, which reads hundreds of messages. */
export function splitQuotes(text: string): { own: string; quoted: string } {
  const capped = text.slice(0, 100_000);
  const at = repeats.exec(capped)?.index ?? capped.length;
  const own: string[] = [];
  const quoted: string[] = [capped.slice(at)];
  for (const line of capped.slice(0, at).split("\n")) {
    (line.trimStart().startsWith(">") ? quoted : own).push(line);
  }
  // A forwarded message without any text added: use its content.
  if (own.join("").trim() === "") return { own: capped, quoted: "" };
  return { own: own.join("\n"), quoted: quoted.join("\n") };
}

/** The beginning of a quotation, as common mail programs mark it. */
const repeats =
  /^(?:-{2,}\s*(?:Original Message|Ursprüngliche Nachricht|Message d'origine)|On [^\n]{5,120} wrote:\s*$|_{20,}\s*$\n(?:From|Von|De):)/im;
