import { call } from "#/api/client.ts";
import { calendarTexts as words } from "#/features/integrations/calendar-texts.ts";
import { ConnectDav } from "#/features/integrations/connect-dav.tsx";
import { notify } from "#/state/changes/toasts.ts";

/** Form for a new calendar; if the server has several, the user chooses one. */
export function ConnectCalendar(props: { onCancel: () => void; onConnected: () => void }) {
  return (
    <ConnectDav
      words={words}
      onCancel={props.onCancel}
      connect={async (login, calendarUrl) => {
        const chosen = calendarUrl === undefined ? {} : { calendarUrl };
        const { integration, calendars } = await call("POST /calendars", { ...login, ...chosen });
        if (integration === null) return calendars;
        notify(words.connected(integration.name));
        props.onConnected();
        return undefined;
      }}
    />
  );
}
