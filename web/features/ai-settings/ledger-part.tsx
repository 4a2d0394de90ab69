import type { ModelCall } from "@inlet/contract/ai/ai-models.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { aiLedgerQuery } from "#/api/model-queries.ts";
import { aiTexts } from "#/features/ai-settings/ai-settings-texts.ts";
import { cn } from "#/lib/class-names.ts";
import { fullDate, headDate } from "#/lib/dates.ts";
import { Button } from "#/ui/button.tsx";
import { ErrorState } from "#/ui/error-state.tsx";
import { Skeleton, SkeletonAfter } from "#/ui/skeleton.tsx";
import { SettingCard } from "#/ui/settings/setting-card.tsx";

/** The log of model calls: the messages sent, the host, and the cost. */
export function LedgerPart() {
  const ledger = useInfiniteQuery(aiLedgerQuery);
  const calls = ledger.data?.pages.flatMap((page) => page.calls);
  return (
    <SettingCard title={aiTexts.ledger} hint={aiTexts.ledgerHint}>
      {!calls && ledger.error && (
        <ErrorState
          title={aiTexts.ledgerFailed}
          message={ledger.error.message}
          retryLabel={aiTexts.retry}
          onRetry={() => void ledger.refetch()}
        />
      )}
      {!calls && !ledger.error && (
        <SkeletonAfter delayMs={200}>
          <div className="grid gap-2 px-4 py-3">
            <Skeleton className="h-10 w-full" />
            <Skeleton className="h-10 w-full" />
          </div>
        </SkeletonAfter>
      )}
      {calls?.length === 0 && (
        <p className="px-4 py-6 text-center text-control text-ink-3">{aiTexts.ledgerEmpty}</p>
      )}
      {calls && calls.length > 0 && <LedgerTable calls={calls} />}
      {ledger.hasNextPage && (
        <div className="flex justify-end px-4 py-3">
          <Button
            isBusy={ledger.isFetchingNextPage}
            disabled={ledger.isFetchingNextPage}
            onClick={() => void ledger.fetchNextPage()}
          >
            {aiTexts.more}
          </Button>
        </div>
      )}
    </SettingCard>
  );
}

const { columns } = aiTexts;
const cell = "px-3 py-2.5 text-start align-top first:ps-4 last:pe-4";
/** This column does not fit on a phone, where the first cell includes it. */
const wide = "hidden sm:table-cell";

function LedgerTable({ calls }: { calls: readonly ModelCall[] }) {
  return (
    <div className="overflow-x-auto">
      <table className="w-full text-label tabular">
        <caption className="sr-only">{aiTexts.ledger}</caption>
        <thead className="border-b border-line text-ink-3">
          <tr>
            <th className={cn(cell, "font-medium")}>{columns.question}</th>
            <th className={cn(cell, "font-medium")}>{columns.sent}</th>
            <th className={cn(cell, wide, "font-medium")}>{columns.tokens}</th>
            <th className={cn(cell, "text-end font-medium")}>{columns.cost}</th>
            <th className={cn(cell, wide, "font-medium")}>{columns.result}</th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {calls.map((call) => (
            <LedgerRow key={call.id} call={call} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function LedgerRow({ call }: { call: ModelCall }) {
  const result = aiTexts.outcome(call.outcome);
  const isBad = call.outcome !== null && call.outcome !== "ok";
  const tone = isBad ? "text-danger" : "text-ink-2";
  return (
    <tr>
      <td className={cell}>
        <p className="font-medium">{aiTexts.task(call.task)}</p>
        <p className="text-ink-3">
          <time dateTime={call.at} title={fullDate(call.at)}>
            {headDate(call.at)}
          </time>
        </p>
        <p className="wrap-anywhere text-ink-3">
          {call.model} · {call.host}
        </p>
        <p className={cn("sm:hidden", tone)}>{result}</p>
      </td>
      <td className={cell}>
        <SentMail call={call} />
        <p className="text-ink-3">{aiTexts.characters(call.sentChars)}</p>
      </td>
      <td className={cn(cell, wide, "text-ink-2")}>
        {aiTexts.tokenCounts(call.inputTokens, call.outputTokens)}
      </td>
      <td className={cn(cell, "text-end text-ink-2")}>{aiTexts.cost(call.usd)}</td>
      <td className={cn(cell, wide)}>
        <p className={tone}>{result}</p>
        <p className="text-ink-3">{aiTexts.duration(call.durationMs)}</p>
      </td>
    </tr>
  );
}

/** The messages that a call sent: their number and, on a click, their subjects. */
function SentMail({ call }: { call: ModelCall }) {
  const { emails } = call;
  if (emails.length === 0) return <p className="text-ink-2">{aiTexts.emails(0)}</p>;
  return (
    <details className="max-w-64 min-w-0">
      <summary className="cursor-pointer text-accent-ink underline-offset-2 hover:underline">
        {aiTexts.emails(emails.length)}
      </summary>
      <ul className="mt-1 grid gap-0.5">
        {emails.map(({ id, subject }) => (
          <li key={id} className={cn("wrap-anywhere", subject === null && "text-ink-3")}>
            <bdi>{subject === null ? aiTexts.gone : subject || aiTexts.noSubject}</bdi>
          </li>
        ))}
      </ul>
    </details>
  );
}
