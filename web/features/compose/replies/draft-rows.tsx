import { FilePen } from "lucide-react";
import { useId } from "react";
import { composeTexts } from "#/features/compose/compose-texts.ts";
import type { ThreadDraft } from "#/features/compose/drafts/thread-drafts.ts";
import { opensReply } from "#/features/compose/replies/use-card-focus.ts";
import { Button } from "#/ui/button.tsx";

const words = composeTexts.reply;

/** The begun answers of a conversation, below its last message. */
export function DraftRows(props: {
  drafts: readonly ThreadDraft[];
  onContinue: (draft: ThreadDraft) => void;
  onDiscard: (draft: ThreadDraft) => void;
}) {
  const id = useId();
  return (
    <ul aria-label={words.drafts} className="mt-6 flex flex-col gap-2 print:hidden">
      {props.drafts.map((row) => (
        <li
          key={row.draft.id}
          className="flex min-h-11 items-center gap-1 rounded-card border border-line bg-surface py-1 ps-4 pe-1.5 text-control"
        >
          <FilePen
            size={16}
            strokeWidth={1.75}
            aria-hidden="true"
            className="me-1.5 shrink-0 text-ink-3"
          />
          <p id={`${id}${row.draft.id}`} className="min-w-0 flex-1 truncate text-ink-2">
            <span className="font-medium text-coral">{words.draft}</span>
            {row.words && (
              <>
                {" · "}
                <bdi>{row.words}</bdi>
              </>
            )}
          </p>
          <Button
            tone="quiet"
            {...opensReply}
            aria-describedby={`${id}${row.draft.id}`}
            onClick={() => props.onContinue(row)}
          >
            {words.resume}
          </Button>
          <Button
            tone="quiet"
            aria-describedby={`${id}${row.draft.id}`}
            onClick={() => props.onDiscard(row)}
          >
            {composeTexts.discard}
          </Button>
        </li>
      ))}
    </ul>
  );
}
