import type { Integration } from "@inlet/contract/integrations/integrations.ts";
import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { CalendarCheck, Unplug } from "lucide-react";
import { useState } from "react";
import { call } from "#/api/client.ts";
import { integrationsQuery, ofKind } from "#/api/integration-queries.ts";
import { calendarTexts as words } from "#/features/integrations/calendar-texts.ts";
import { ConnectCalendar } from "#/features/integrations/connect-calendar.tsx";
import { DeliveryLog } from "#/features/integrations/delivery-log.tsx";
import { FormStep } from "#/features/integrations/form-step.tsx";
import { LinkedRow } from "#/features/integrations/linked-row.tsx";
import { texts } from "#/texts/shared/app-texts.ts";
import { notify, warn } from "#/state/changes/toasts.ts";
import { Button } from "#/ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#/ui/dialog.tsx";

type View = { at: "list" } | { at: "add" } | { at: "remove" | "log"; of: Integration };

const takerQuery = queryOptions({
  queryKey: [...integrationsQuery.queryKey, "calendar-taker"],
  queryFn: ({ signal }) => call("GET /calendars/taker", {}, { signal }),
  staleTime: 0,
});

/** The calendars to which accepted invitations are added: connects, tests, pauses and disconnects them. */
export function CalendarsDialog(props: { isOpen: boolean; onClose: () => void }) {
  const client = useQueryClient();
  const { data, error } = useQuery(integrationsQuery);
  const [view, setView] = useState<View>({ at: "list" });
  const { data: taker } = useQuery(takerQuery);
  const calendars = ofKind(data, "calendar");
  const back = () => setView({ at: "list" });
  // The key of all integrations covers the default calendar as well.
  const refresh = () => client.invalidateQueries({ queryKey: integrationsQuery.queryKey });
  const take = async ({ id, name }: Integration) => {
    try {
      await call("PUT /calendars/taker", { id });
      notify(words.taken(name));
    } catch (error) {
      warn(error instanceof Error ? error.message : words.title);
    }
    await refresh();
  };
  const close = () => {
    back();
    props.onClose();
  };
  const remove = async (calendar: Integration) => {
    await call("DELETE /integrations/{id}", { id: calendar.id });
    await refresh();
    notify(words.removed);
    back();
  };
  return (
    <Dialog
      isOpen={props.isOpen}
      onOpenChange={(isOpen) => !isOpen && close()}
      title={titleOf(view)}
      {...(view.at === "list" && { description: words.hint })}
      closeLabel={texts.close}
      width={view.at === "list" || view.at === "log" ? "wide" : "normal"}
    >
      {view.at === "list" && (
        <>
          <DialogBody className="min-h-20">
            {error && calendars.length === 0 && (
              <p role="alert" className="text-control text-danger">
                {error.message}
              </p>
            )}
            {data && calendars.length === 0 && <p className="text-ui">{words.none}</p>}
            {calendars.length > 0 && (
              <ul
                aria-label={words.list}
                className="divide-y divide-line rounded-card border border-line bg-surface"
              >
                {calendars.map((of) => (
                  <LinkedRow
                    key={of.id}
                    linked={of}
                    detail={
                      <>
                        <bdi dir="ltr">{of.target}</bdi>
                        {calendars.length > 1 && of.id === taker?.id && ` · ${words.takes}`}
                      </>
                    }
                    onLog={() => setView({ at: "log", of })}
                    actions={[
                      ...(calendars.length > 1 && of.id !== taker?.id && isListening(of)
                        ? [
                            {
                              icon: <CalendarCheck />,
                              label: words.take,
                              onChoose: () => void take(of),
                            },
                          ]
                        : []),
                      {
                        icon: <Unplug />,
                        label: words.remove,
                        onChoose: () => setView({ at: "remove", of }),
                      },
                    ]}
                  />
                ))}
              </ul>
            )}
          </DialogBody>
          <DialogFooter>
            <Button tone="primary" onClick={() => setView({ at: "add" })}>
              {words.add}
            </Button>
          </DialogFooter>
        </>
      )}
      {view.at === "add" && (
        <ConnectCalendar
          onCancel={back}
          onConnected={() => {
            void refresh();
            back();
          }}
        />
      )}
      {view.at === "log" && <DeliveryLog hook={view.of} onBack={back} />}
      {view.at === "remove" && (
        <FormStep
          confirm={words.remove}
          tone="danger"
          onCancel={back}
          onConfirm={() => remove(view.of)}
        >
          <p className="text-control text-ink-2">{words.removeHint}</p>
        </FormStep>
      )}
    </Dialog>
  );
}

function isListening({ state }: Integration): boolean {
  return state === "active" || state === "failed";
}

function titleOf(view: View): string {
  switch (view.at) {
    case "list":
      return words.title;
    case "add":
      return words.add;
    case "log":
      return words.logTitle(view.of.name);
    case "remove":
      return words.removeTitle(view.of.name);
  }
}
