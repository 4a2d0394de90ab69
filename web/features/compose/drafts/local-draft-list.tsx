import { useQuery } from "@tanstack/react-query";
import { FilePen } from "lucide-react";
import { draftsQuery } from "#/api/writing-queries.ts";
import { composeTexts } from "#/features/compose/compose-texts.ts";
import { composeLocal, composeSaved } from "#/features/compose/drafts/composer.ts";
import { localDrafts } from "#/features/compose/drafts/local-drafts.ts";
import { currentUserId, useWriting } from "#/features/compose/drafts/writing.ts";

const words = composeTexts.kept;

/**
 * Drafts shown above the Drafts folder because they are not in it yet: the mail server gets them only now and then, or only this
 * device has them.
 */
export function LocalDrafts() {
  const { data: saved = [] } = useQuery({ ...draftsQuery, staleTime: 0 });
  // The drafts on this device change with the save states of drafts on this page.
  useWriting(({ states }) => states);
  const onServer = saved.filter(({ emailId }) => emailId === null);
  const here = localDrafts(currentUserId()).filter(
    ({ isSaved, as }) => !isSaved && !saved.some(({ id }) => id === as.id),
  );
  if (onServer.length + here.length === 0) return null;
  return (
    <section aria-label={words.title} className="shrink-0 border-b border-line">
      <ul>
        {here.map(({ draft }) => (
          <Item
            key={draft.key}
            subject={draft.subject}
            note={composeTexts.state.device}
            onOpen={() => composeLocal(draft.key)}
          />
        ))}
        {onServer.map((draft) => (
          <Item
            key={draft.id}
            subject={draft.subject}
            note={draft.to}
            onOpen={() => composeSaved(draft)}
          />
        ))}
      </ul>
    </section>
  );
}

function Item(props: { subject: string; note: string; onOpen: () => void }) {
  return (
    <li className="border-b border-line last:border-b-0">
      <button
        type="button"
        onClick={props.onOpen}
        className="flex min-h-11 w-full items-center gap-3 px-4 py-2 text-start text-control hover:bg-hover"
      >
        <FilePen size={16} strokeWidth={1.75} aria-hidden="true" className="shrink-0 text-ink-3" />
        <span className="min-w-0 flex-1">
          <span className="block truncate font-medium">
            {props.subject || composeTexts.outbox.noSubject}
          </span>
          {props.note && <span className="block truncate text-label text-ink-3">{props.note}</span>}
        </span>
      </button>
    </li>
  );
}
