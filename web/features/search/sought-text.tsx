import { useMemo } from "react";
import { HitWords } from "#/features/search/hit-words.tsx";
import { wordsSought } from "#/features/search/query-pieces.ts";

/** A text of a message that was found, with the search words highlighted. */
export function SoughtText({ text, query }: { text: string; query: string }) {
  const words = useMemo(() => wordsSought(query), [query]);
  return <HitWords text={text} words={words} />;
}
