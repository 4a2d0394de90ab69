import type { Email } from "@inlet/contract/mail/email.ts";
import { useQuery } from "@tanstack/react-query";
import { CalendarPlus } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { call } from "#/api/client.ts";
import { eventTexts as words } from "#/features/reader/invitations/event-texts.ts";
import { locale } from "#/lib/locale.ts";
import { Button } from "#/ui/button.tsx";

const EventDialog = lazy(async () => {
  const { EventDialog: Dialog } = await import("#/features/reader/invitations/event-dialog.tsx");
  return { default: Dialog };
});

/** Offers a meeting that the message names, for the user's calendar; renders nothing without one, or in case of doubt. */
export function EventProposal({ email }: { email: Email }) {
  const { data: event } = useQuery({
    queryKey: ["event-proposal", email.id],
    queryFn: ({ signal }) => call("GET /email/{emailId}/event", { emailId: email.id }, { signal }),
    select: ({ event: proposed }) => proposed,
    retry: false,
    // The content of a message does not change.
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setOpened] = useState(false);
  if (!event) return null;
  const when = new Intl.DateTimeFormat(locale, {
    weekday: "short",
    day: "numeric",
    month: "short",
    hour: "numeric",
    minute: "2-digit",
  }).format(new Date(event.start));
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-control border border-line bg-sunken/60 px-3 py-2 text-control text-ink-2">
      <CalendarPlus size={16} strokeWidth={1.75} aria-hidden className="shrink-0 text-ink-3" />
      <span className="min-w-40 flex-1 tabular">{words.found(when)}</span>
      <Button
        onClick={() => {
          setOpened(true);
          setOpen(true);
        }}
      >
        {words.open}
      </Button>
      {wasOpened && (
        <Suspense fallback={null}>
          <EventDialog
            emailId={email.id}
            event={event}
            isOpen={isOpen}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </div>
  );
}
