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
const cell =
  "text-start align-top @[560px]:px-3 @[560px]:py-2.5 @[560px]:first:ps-4 @[560px]:last:pe-4";

function LedgerTable({ calls }: { calls: readonly ModelCall[] }) {
  return (
    <div className="@container overflow-x-auto">
      <table className="w-full text-label tabular">
        <caption className="sr-only">{aiTexts.ledger}</caption>
        <thead className="text-ink-3 @max-[560px]:hidden">
          <tr>
            <th className={cn(cell, "font-medium")}>{columns.question}</th>
            <th className={cn(cell, "font-medium")}>{columns.sent}</th>
            <th className={cn(cell, "font-medium")}>{columns.tokens}</th>
            <th className={cn(cell, "text-end font-medium")}>{columns.cost}</th>
            <th className={cn(cell, "font-medium")}>{columns.result}</th>
          </tr>
        </thead>
        <tbody>
          {calls.map((call) => (
            <LedgerRow key={call.id} call={call} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A row; where the columns do not fit, a grid: cost and result beside the question, and what was sent below. */
function LedgerRow({ call }: { call: ModelCall }) {
  const isBad = call.outcome !== null && call.outcome !== "ok";
  return (
    <tr className="border-t border-line @max-[560px]:grid @max-[560px]:grid-cols-[1fr_auto] @max-[560px]:grid-rows-[auto_1fr] @max-[560px]:gap-x-3 @max-[560px]:px-4 @max-[560px]:py-2.5 @max-[560px]:first:border-t-0">
      <td className={cn(cell, "@max-[560px]:row-span-2")}>
        <p className="font-medium">{aiTexts.task(call.task)}</p>
        <time dateTime={call.at} title={fullDate(call.at)} className="block text-ink-3">
          {headDate(call.at)}
        </time>
        <p className="wrap-anywhere text-ink-3">
          {call.model} · <span className="inline-block wrap-anywhere">{call.host}</span>
        </p>
      </td>
      <td className={cn(cell, "@max-[560px]:order-last @max-[560px]:col-span-2")}>
        <SentMail call={call} />
      </td>
      <td className={cn(cell, "whitespace-nowrap text-ink-2 @max-[560px]:hidden")}>
        {aiTexts.tokenCounts(call.inputTokens, call.outputTokens)}
      </td>
      <td className={cn(cell, "text-end text-ink-2 @max-[560px]:justify-self-end")}>
        {aiTexts.cost(call.usd)}
      </td>
      <td className={cn(cell, "@max-[560px]:justify-self-end")}>
        <p className={isBad ? "text-danger" : "text-ink-2"}>{aiTexts.outcome(call.outcome)}</p>
        <p className="text-ink-3 @max-[560px]:hidden">{aiTexts.duration(call.durationMs)}</p>
      </td>
    </tr>
  );
}

/** The messages that a call sent: their number and, on a click, their subjects. */
function SentMail({ call }: { call: ModelCall }) {
  const { emails } = call;
  const sent = aiTexts.sent(call.sentChars, emails.length);
  if (emails.length === 0) return <p className="text-ink-2">{sent}</p>;
  return (
    <details className="max-w-64 min-w-0">
      <summary className="cursor-pointer text-accent-ink underline-offset-2 hover:underline">
        {sent}
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
