import { useEffect, useRef, useState } from "react";
import { call } from "#/api/client.ts";
import { suggestionTexts } from "#/features/compose/editor/suggestion-texts.ts";
import { sentenceOf } from "#/lib/sentence-of.ts";

/** Requests texts from the model, and replaces the user's text if it has not changed since. */
export function useModelText(props: { written: string; onReplace: (text: string) => void }) {
  const { written } = props;
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  const [error, setError] = useState("");
  const [isWriting, setWriting] = useState(false);
  const [late, setLate] = useState("");
  const writing = useRef<AbortController | null>(null);
  // Closing the panel aborts the request, and nothing is inserted into the message.
  useEffect(() => () => writing.current?.abort(), []);
  const write = async (asked: string) => {
    setError("");
    setLate("");
    setWriting(true);
    const { signal } = (writing.current = new AbortController());
    try {
      const { text } = await call("POST /ai/write", { asked, text: written }, { signal });
      // Text typed during the request is not overwritten.
      if (latest.current.written === written) latest.current.onReplace(text);
      else setLate(text);
    } catch (failure) {
      if (signal.aborted) return;
      setError(sentenceOf(failure, suggestionTexts.failed));
    }
    setWriting(false);
  };
  return {
    write,
    error,
    isWriting,
    /** A model's text for a version that has changed since; "" if there is none. */
    late,
  };
}
