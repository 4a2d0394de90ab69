import type { JournalEntry } from "@inlet/contract/ai/rules.ts";
import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "#/api/client.ts";
import { describeActions } from "#/features/rules/describe-actions.ts";
import { journalQuery } from "#/features/rules/rule-queries.ts";
import { ruleTexts } from "#/features/rules/rule-texts.ts";
import { rowDate } from "#/lib/dates.ts";
import { sentenceOf } from "#/lib/sentence-of.ts";
import { warn } from "#/state/changes/toasts.ts";
import { Button } from "#/ui/button.tsx";
import { SettingCard } from "#/ui/settings/setting-card.tsx";

const words = ruleTexts.journal;

/** The log of rules, with an undo for each entry. */
export function Journal() {
  const { data, hasNextPage, fetchNextPage } = useInfiniteQuery(journalQuery);
  const entries = data?.pages.flatMap((page) => page.entries);
  return (
    <SettingCard title={words.title} hint={entries?.length === 0 ? words.none : words.hint}>
      {entries && entries.length > 0 && (
        <ul className="divide-y divide-line">
          {entries.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <div className="flex justify-end px-4 py-3">
          <Button tone="quiet" onClick={() => void fetchNextPage()}>
            {words.more}
          </Button>
        </div>
      )}
    </SettingCard>
  );
}

function Entry({ entry }: { entry: JournalEntry }) {
  const client = useQueryClient();
  const subject = entry.subject === null ? words.gone : entry.subject || ruleTexts.editor.noSubject;
  const undo = async () => {
    try {
      await call("POST /rules/journal/{id}/undo", { id: entry.id });
    } catch (error) {
      warn(sentenceOf(error, words.failed));
    }
    await client.invalidateQueries({ queryKey: journalQuery.queryKey });
  };
  return (
    <li className="flex items-center gap-3 px-4 py-2.5">
      <div className="min-w-0 flex-1">
        <p className="truncate text-control">
          {entry.from && <bdi className="font-medium">{entry.from} · </bdi>}
          <bdi>{subject}</bdi>
        </p>
        <p className="truncate text-label text-ink-3">
          {entry.problem || describeActions(entry.actions).join(", ")}
          {entry.text && (
            <>
              {" · "}
              <bdi>{entry.text}</bdi>
            </>
          )}
        </p>
        {entry.actions.save && !entry.problem && (
          <p className="text-label text-ink-3">
            {words.stays(ruleTexts.services[entry.actions.save])}
          </p>
        )}
      </div>
      <time dateTime={entry.at} className="shrink-0 text-label text-ink-3 tabular">
        {rowDate(entry.at, new Date())}
      </time>
      {entry.state === "done" && (
        <Button tone="quiet" aria-label={words.undoName(subject)} onClick={() => void undo()}>
          {words.undo}
        </Button>
      )}
      {entry.state === "undone" && (
        <span className="px-3 text-control text-ink-3">{words.undone}</span>
      )}
    </li>
  );
}
