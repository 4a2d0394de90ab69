import { useState } from "react";
import type { Question } from "#/features/compose/draft-questions.tsx";
import type { Draft } from "#/features/compose/drafts/draft.ts";
import { hasFormatting, htmlOfText } from "#/features/compose/editor/rich-html.ts";

/** Switches a draft between plain and rich text; asks before formatting is lost. */
export function useRichSwitch(
  draft: Draft,
  edit: (change: Partial<Draft>) => void,
  setQuestion: (question: Question) => void,
) {
  const [wantsRich, setWantsRich] = useState(false);
  return {
    /** True once the user has switched to rich text. */
    wantsRich,
    toggle: () => {
      if (draft.html === null) {
        setWantsRich(true);
        edit({ html: htmlOfText(draft.content) });
      } else if (hasFormatting(draft.html)) setQuestion("plain");
      else edit({ html: null });
    },
    drop: () => {
      setQuestion(null);
      // Inline images become attachments.
      edit({ html: null, attachments: draft.attachments.map((file) => ({ ...file, cid: null })) });
    },
  };
}
