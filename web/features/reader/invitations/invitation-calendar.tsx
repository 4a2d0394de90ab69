import type { InCalendar } from "@inlet/contract/integrations/invitations.ts";
import { useQueryClient } from "@tanstack/react-query";
import { CalendarCheck, CalendarClock, CalendarX } from "lucide-react";
import { useState } from "react";
import { call } from "#/api/client.ts";
import { queryKeys } from "#/api/queries.ts";
import { invitationTexts as words } from "#/features/reader/invitations/invitation-texts.ts";
import { cn } from "#/lib/class-names.ts";
import { sentenceOf } from "#/lib/sentence-of.ts";
import { notify, warn } from "#/state/changes/toasts.ts";
import { Button } from "#/ui/button.tsx";

const icons = {
  waiting: CalendarClock,
  retrying: CalendarX,
  stands: CalendarCheck,
  failed: CalendarX,
} as const;

/** Shows whether the event is in the user's calendar, or why it is not. */
export function InvitationCalendar({ calendar }: { calendar: InCalendar }) {
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const { state, name, reason, integrationId: id, deliveryId } = calendar;
  const hasFailed = state === "failed" || state === "retrying";
  const Icon = icons[state];
  const again = async () => {
    setBusy(true);
    try {
      await call("POST /integrations/{id}/deliveries/{deliveryId}/replay", { id, deliveryId });
      notify(words.triedAgain);
    } catch (error) {
      warn(sentenceOf(error, words.failed));
    }
    setBusy(false);
    await client.invalidateQueries({ queryKey: queryKeys.outbox });
  };
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-control text-ink-2">
      <span role="status" className="flex min-w-40 flex-1 gap-3">
        <Icon
          size={16}
          strokeWidth={1.75}
          aria-hidden
          className={cn("mt-0.5 shrink-0 text-ink-3", hasFailed && "text-warn")}
        />
        <span className="min-w-0 wrap-anywhere">
          {words.inCalendar[state](name)}
          {hasFailed && reason && <span className="block text-label">{reason}</span>}
        </span>
      </span>
      {hasFailed && (
        <Button isBusy={isBusy} disabled={isBusy} onClick={() => void again()}>
          {words.retry}
        </Button>
      )}
    </div>
  );
}
