import type { Delivery, Integration } from "@inlet/contract/integrations/integrations.ts";
import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "#/api/client.ts";
import { deliveriesQuery } from "#/api/integration-queries.ts";
import { webhookTexts as words } from "#/features/integrations/webhook-texts.ts";
import { comingDate, fullDate, rowDate } from "#/lib/dates.ts";
import { sentenceOf } from "#/lib/sentence-of.ts";
import { texts } from "#/texts/shared/app-texts.ts";
import { notify, warn } from "#/state/changes/toasts.ts";
import { Badge } from "#/ui/badge.tsx";
import { Button } from "#/ui/button.tsx";
import { DialogBody, DialogFooter } from "#/ui/dialog.tsx";

const hues = { delivered: 152, waiting: 60, failed: 25, skipped: null } as const;

/** The deliveries to an integration with their results; each can be repeated. */
export function DeliveryLog({ hook, onBack }: { hook: Integration; onBack: () => void }) {
  const { data, error, hasNextPage, fetchNextPage } = useInfiniteQuery(deliveriesQuery(hook.id));
  const deliveries = data?.pages.flatMap((page) => page.deliveries);
  return (
    <>
      <DialogBody className="min-h-20">
        {error && !deliveries && (
          <p role="alert" className="text-control text-danger">
            {error.message}
          </p>
        )}
        {deliveries?.length === 0 && <p className="text-ui">{words.logNone}</p>}
        {deliveries && deliveries.length > 0 && (
          <ul
            aria-label={words.logList}
            className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface"
          >
            {deliveries.map((delivery) => (
              <Entry key={delivery.id} hook={hook} delivery={delivery} />
            ))}
          </ul>
        )}
        {hasNextPage && (
          <Button tone="quiet" className="mt-3" onClick={() => void fetchNextPage()}>
            {words.logMore}
          </Button>
        )}
      </DialogBody>
      <DialogFooter>
        <Button size="large" onClick={onBack}>
          {texts.back}
        </Button>
      </DialogFooter>
    </>
  );
}

function Entry({ hook, delivery }: { hook: Integration; delivery: Delivery }) {
  const client = useQueryClient();
  const { id, kind, state, attempts, nextAt, at } = delivery;
  const event = words.event[kind].label;
  const hue = hues[state];
  const isOver = state !== "waiting";
  const replay = async () => {
    try {
      const where = { id: hook.id, deliveryId: id };
      await call("POST /integrations/{id}/deliveries/{deliveryId}/replay", where);
      notify(words.replayed);
    } catch (failure) {
      warn(sentenceOf(failure, words.failed));
    }
    await client.invalidateQueries({ queryKey: deliveriesQuery(hook.id).queryKey });
  };
  const detail = [
    attempts > 0 && words.tries(attempts),
    delivery.answer,
    nextAt !== null && attempts > 0 && words.again(comingDate(nextAt, new Date())),
  ];
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5">
      <div className="min-w-44 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-control font-medium">
          {event}
          <Badge {...(hue !== null && { hue })}>{words.delivery[state]}</Badge>
        </p>
        <p className="text-label wrap-anywhere text-ink-3">
          {detail.filter((part) => part !== false && part !== "").join(" · ")}
        </p>
        <p className="truncate font-mono text-meta text-ink-3">{delivery.eventId}</p>
      </div>
      <time dateTime={at} title={fullDate(at)} className="shrink-0 text-label text-ink-3 tabular">
        {rowDate(at, new Date())}
      </time>
      {isOver && (
        <Button
          tone="quiet"
          className="max-sm:-ms-3"
          aria-label={words.replayName(event, fullDate(at))}
          onClick={() => void replay()}
        >
          {words.replay}
        </Button>
      )}
    </li>
  );
}
