import { useMemo } from "react";
import { HitWords } from "#/features/search/hit-words.tsx";
import { wordsSought } from "#/features/search/query-pieces.ts";

/** A text of a mail that was found, with the words marked that a search is for. */
export function SoughtText({ text, query }: { text: string; query: string }) {
  const words = useMemo(() => wordsSought(query), [query]);
  return <HitWords text={text} words={words} />;
}
