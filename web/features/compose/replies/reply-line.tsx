import type { Api } from "@inlet/contract/api.ts";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { repliesQuery } from "#/api/ai-queries.ts";
import { composeTexts } from "#/features/compose/compose-texts.ts";
import { suggestionTexts } from "#/features/compose/editor/suggestion-texts.ts";
import { opensReply } from "#/features/compose/replies/use-card-focus.ts";
import { whenIdle } from "#/lib/when-idle.ts";

type Suggestion = Api["POST /ai/generate-replies"]["output"]["details"][number];

const words = composeTexts.reply;
/** More would not fit into the line. */
const maxIntents = 3;

/** The line below a conversation that opens the reply, with the likely kinds of answer. */
export function ReplyLine(props: {
  emailId: string;
  /** First name of the recipient. */
  name: string;
  /** False for newsletters, invitations and spam. */
  isPersonal: boolean;
  /** Called with the text of the chosen kind; "" for an empty reply. */
  onBegin: (text: string) => void;
}) {
  const { onBegin } = props;
  const intents = useIntents(props.emailId, props.isPersonal);
  return (
    <div className="mt-6 flex min-h-11 flex-wrap items-center gap-x-1.5 rounded-card border border-line-strong bg-surface pe-2 has-[>button:hover]:bg-hover print:hidden">
      <button
        {...opensReply}
        type="button"
        onClick={() => onBegin("")}
        className="h-10.5 min-w-40 flex-1 truncate rounded-card px-4 text-start text-ui text-ink-3 coarse:h-11"
      >
        {words.line(props.name)}
      </button>
      {intents.length > 0 && (
        <div role="group" aria-label={words.intents} className="flex gap-1.5 py-1.5 ps-2">
          {intents.map(({ stance, text }) => (
            <button
              key={stance}
              type="button"
              onClick={() => onBegin(text)}
              className="h-7 rounded-full border border-line bg-surface px-3 text-control whitespace-nowrap text-ink-2 transition-colors hover:bg-hover hover:text-ink coarse:h-11"
            >
              {suggestionTexts.stances[stance]}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

/** Returns one answer of each likely kind, once the page is idle: local suggestions cost nothing. */
function useIntents(emailId: string, isPersonal: boolean): Suggestion[] {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => setIdle(true)), []);
  const { data } = useQuery({
    ...repliesQuery({ emailId, context: "", engine: "local" }),
    enabled: isPersonal && isIdle,
  });
  const kinds = Map.groupBy(data?.details ?? [], ({ stance }) => stance);
  return [...kinds.values()].flatMap((all) => all.slice(0, 1)).slice(0, maxIntents);
}
