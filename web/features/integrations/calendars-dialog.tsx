import type { Integration } from "@inlet/contract/integrations/integrations.ts";
import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { CalendarCheck } from "lucide-react";
import { call } from "#/api/client.ts";
import { integrationsQuery, ofKind } from "#/api/integration-queries.ts";
import { calendarTexts as words } from "#/features/integrations/calendar-texts.ts";
import { ConnectDav } from "#/features/integrations/connect-dav.tsx";
import { IntegrationDialog, type OpenState } from "#/features/integrations/integration-dialog.tsx";
import { notify, warn } from "#/state/changes/toasts.ts";

const takerQuery = queryOptions({
  queryKey: [...integrationsQuery.queryKey, "calendar-taker"],
  queryFn: ({ signal }) => call("GET /calendars/taker", {}, { signal }),
  staleTime: 0,
});

/** The calendars to which accepted invitations are added; with several, the user chooses the default. */
export function CalendarsDialog(props: OpenState) {
  const client = useQueryClient();
  const { data } = useQuery(integrationsQuery);
  const { data: taker } = useQuery(takerQuery);
  const hasSeveral = ofKind(data, "calendar").length > 1;
  const take = async ({ id, name }: Integration) => {
    try {
      await call("PUT /calendars/taker", { id });
      notify(words.taken(name));
    } catch (error) {
      warn(error instanceof Error ? error.message : words.title);
    }
    // The key of all integrations covers the default calendar as well.
    await client.invalidateQueries({ queryKey: integrationsQuery.queryKey });
  };
  return (
    <IntegrationDialog
      {...props}
      kind="calendar"
      words={words}
      row={(of) => ({
        detail: (
          <>
            <bdi dir="ltr">{of.target}</bdi>
            {hasSeveral && of.id === taker?.id && ` · ${words.takes}`}
          </>
        ),
        actions:
          hasSeveral && of.id !== taker?.id && isListening(of)
            ? [{ icon: <CalendarCheck />, label: words.take, onChoose: () => void take(of) }]
            : [],
      })}
      form={({ back, finish }) => (
        <ConnectDav
          words={words}
          onCancel={back}
          connect={async (login, calendarUrl) => {
            const chosen = calendarUrl === undefined ? {} : { calendarUrl };
            const { integration, calendars } = await call("POST /calendars", {
              ...login,
              ...chosen,
            });
            if (integration === null) return calendars;
            notify(words.connected(integration.name));
            finish();
            return undefined;
          }}
        />
      )}
    />
  );
}

function isListening({ state }: Integration): boolean {
  return state === "active" || state === "failed";
}
