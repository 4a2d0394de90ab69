/** What a mail says itself and what it repeats of others, told apart quickly: for the ranking, where hundreds are read. */
export function splitQuotes(text: string): { own: string; quoted: string } {
  const capped = text.slice(0, 100_000);
  const at = repeats.exec(capped)?.index ?? capped.length;
  const own: string[] = [];
  const quoted: string[] = [capped.slice(at)];
  for (const line of capped.slice(0, at).split("\n")) {
    (line.trimStart().startsWith(">") ? quoted : own).push(line);
  }
  // Who passes a mail on without a word means what stands in it.
  if (own.join("").trim() === "") return { own: capped, quoted: "" };
  return { own: own.join("\n"), quoted: quoted.join("\n") };
}

/** Where what others wrote begins, as the usual programs mark it. */
const repeats =
  /^(?:-{2,}\s*(?:Original Message|Ursprüngliche Nachricht|Message d'origine)|On [^\n]{5,120} wrote:\s*$|_{20,}\s*$\n(?:From|Von|De):)/im;
