import { useMemo } from "react";
import { HitWords } from "#/features/search/query/highlight-words.tsx";
import { searchedWords } from "#/features/search/query/query-terms.ts";

/** A text of a message that was found, with the search words highlighted. */
export function MatchedText({ text, query }: { text: string; query: string }) {
  const words = useMemo(() => searchedWords(query), [query]);
  return <HitWords text={text} words={words} />;
}
