import type { Brief } from "@inlet/contract/ai/brief.ts";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useId } from "react";
import {
  BriefRow,
  Folding,
  keyOfLine,
  linesOf,
  type PartLine,
} from "#/features/brief/brief-lines.tsx";
import { briefTexts as words } from "#/features/brief/brief-texts.ts";
import { locale } from "#/lib/locale.ts";
import { kindTexts } from "#/texts/shared/kind-texts.ts";
import { usePreference } from "#/state/session/preferences.ts";
import { EmptyState } from "#/ui/empty-state.tsx";

/** Shows everything that waits for the user, each line a link to its message, and the number of other messages. */
export function BriefView(props: {
  brief: Brief;
  /** Messages whose lines are done. */
  done: ReadonlySet<string>;
  renderActions: (of: PartLine) => ReactNode;
}) {
  const { brief, done } = props;
  const { dailySummary: isAnnounced } = usePreference("notifications");
  const lines = linesOf(brief);
  const isNothing =
    lines.every(({ line }) => done.has(line.emailId)) &&
    [brief.answer, brief.deadlines, brief.waiting].every(({ more }) => more === 0);
  return (
    <div className="flex flex-col">
      {isNothing && (
        <EmptyState
          title={words.nothing}
          hint={done.size > 0 ? words.finished : words.nothingHint}
          className="mb-8 h-auto py-6"
        />
      )}
      {(["answer", "deadlines", "waiting"] as const).map((part) => (
        <Part
          key={part}
          title={words[part]}
          lines={lines.filter((of) => of.part === part)}
          more={brief[part].more}
          tab={tabs[part]}
          done={done}
          renderActions={props.renderActions}
        />
      ))}
      {brief.rest.length > 0 && <Rest rest={brief.rest} />}
      <p className="flex flex-wrap gap-x-4 gap-y-1 border-t border-line pt-3 text-label text-ink-3">
        <span>{words.local}</span>
        {!isAnnounced && (
          <Link
            to="/app/settings"
            search={{ tab: "notifications" }}
            className="text-accent-ink underline-offset-2 hover:underline"
          >
            {words.hour}
          </Link>
        )}
      </p>
    </div>
  );
}

/** The tabs of the inbox that list everything of a part. */
const tabs = { answer: "reply", deadlines: null, waiting: "waiting" } as const;

function Part(props: {
  title: string;
  tab: string | null;
  lines: readonly PartLine[];
  more: number;
  done: ReadonlySet<string>;
  renderActions: (of: PartLine) => ReactNode;
}) {
  const id = useId();
  const { lines, more, tab, done } = props;
  const left = lines.filter(({ line }) => !done.has(line.emailId)).length + more;
  if (lines.length === 0) return null;
  return (
    <Folding isGone={left === 0} className="-mx-3">
      <section aria-labelledby={id} className="px-3 pb-8">
        <h2 id={id} className="mb-1.5 flex items-baseline gap-2 text-ui font-semibold">
          {props.title}
          <span className="text-label font-medium text-ink-3 tabular">
            {left.toLocaleString(locale)}
          </span>
        </h2>
        <ul className="-mx-3 flex flex-col">
          {lines.map((of) => (
            <BriefRow
              key={keyOfLine(of)}
              of={of}
              isGone={done.has(of.line.emailId)}
              actions={props.renderActions(of)}
            />
          ))}
        </ul>
        {more > 0 && (
          <p className="mt-1 ps-12 text-label text-ink-3">
            {tab ? (
              <Link
                to="/app"
                state={{ inboxTab: tab }}
                className="inline-block py-1 text-accent-ink underline-offset-2 hover:underline"
              >
                {words.more(more)}
              </Link>
            ) : (
              words.more(more)
            )}
          </p>
        )}
      </section>
    </Folding>
  );
}

function Rest({ rest }: { rest: Brief["rest"] }) {
  const id = useId();
  const total = rest.reduce((sum, { count }) => sum + count, 0);
  return (
    <section aria-labelledby={id} className="mb-8">
      <h2 id={id} className="mb-1.5 text-ui font-semibold">
        {words.rest}
      </h2>
      <p className="mb-2 text-control text-ink-2">{words.total(total)}</p>
      <dl className="flex flex-wrap gap-2 text-control">
        {rest.map(({ category, count }) => (
          <div
            key={category ?? ""}
            className="flex items-baseline gap-2 rounded-full border border-line px-3 py-1"
          >
            <dt className="text-ink-2">
              {category ? kindTexts.categories[category] : words.unclassified}
            </dt>
            <dd className="font-semibold text-ink tabular">{count.toLocaleString(locale)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
