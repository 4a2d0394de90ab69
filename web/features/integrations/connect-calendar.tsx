import type { Api } from "@inlet/contract/api.ts";
import { useState } from "react";
import { call } from "#/api/client.ts";
import { calendarTexts as words } from "#/features/integrations/calendar-texts.ts";
import { FormStep } from "#/features/integrations/form-step.tsx";
import { pageTexts } from "#/lib/page-texts.ts";
import { tell } from "#/state/toasts.ts";
import { Field } from "#/ui/field.tsx";
import { Input } from "#/ui/input.tsx";
import { PasswordInput } from "#/ui/password-input.tsx";

type Calendars = Api["POST /calendars"]["output"]["calendars"];

/** The form of a new calendar; where the server has several, one of them is chosen. */
export function ConnectCalendar(props: { onCancel: () => void; onConnected: () => void }) {
  const [login, setLogin] = useState({ address: "", user: "", password: "" });
  const [calendars, setCalendars] = useState<Calendars>([]);
  const [calendarUrl, setCalendarUrl] = useState("");
  const isChoosing = calendars.length > 0;
  const connect = async () => {
    if (Object.values(login).some((value) => value.trim() === "")) throw new Error(words.missing);
    if (isChoosing && calendarUrl === "") throw new Error(words.chooseFirst);
    const chosen = isChoosing ? { calendarUrl } : {};
    const answer = await call("POST /calendars", { ...login, ...chosen });
    if (answer.integration === null) return setCalendars(answer.calendars);
    tell(words.connected(answer.integration.name));
    return props.onConnected();
  };
  const set = (part: Partial<typeof login>) => {
    setLogin({ ...login, ...part });
    // Another server has other calendars.
    setCalendars([]);
    setCalendarUrl("");
  };
  return (
    <FormStep confirm={words.connect} onCancel={props.onCancel} onConfirm={connect}>
      <Field label={words.address} hint={words.addressHint}>
        {(control) => (
          <Input
            {...control}
            dir="ltr"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            required
            maxLength={2000}
            value={login.address}
            onChange={(event) => set({ address: event.target.value })}
          />
        )}
      </Field>
      <Field label={words.user}>
        {(control) => (
          <Input
            {...control}
            dir="ltr"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            required
            maxLength={320}
            value={login.user}
            onChange={(event) => set({ user: event.target.value })}
          />
        )}
      </Field>
      <Field label={words.password} hint={words.passwordHint}>
        {(control) => (
          <PasswordInput
            {...control}
            autoComplete="off"
            required
            value={login.password}
            onChange={(event) => set({ password: event.target.value })}
            showLabel={pageTexts.showPassword}
            hideLabel={pageTexts.hidePassword}
          />
        )}
      </Field>
      {isChoosing && (
        <fieldset className="flex flex-col gap-1">
          <legend className="mb-1 text-control font-medium">{words.choose}</legend>
          {calendars.map(({ url, name }) => (
            <label
              key={url}
              className="flex min-h-8 items-center gap-2 text-control coarse:min-h-11"
            >
              <input
                type="radio"
                name="calendar"
                className="accent-accent"
                checked={calendarUrl === url}
                onChange={() => setCalendarUrl(url)}
              />
              <bdi className="min-w-0 wrap-anywhere">{name}</bdi>
            </label>
          ))}
        </fieldset>
      )}
    </FormStep>
  );
}
