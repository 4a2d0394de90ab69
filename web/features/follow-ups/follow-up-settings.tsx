import type { Api } from "@inlet/contract/api.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "#/api/client.ts";
import { followUpSettingsQuery } from "#/api/follow-up-settings-query.ts";
import { queryKeys } from "#/api/queries.ts";
import { followUpSettingsTexts as words } from "#/features/follow-ups/follow-up-settings-texts.ts";
import { locale } from "#/lib/locale.ts";
import { notify, warn } from "#/state/changes/toasts.ts";
import { Button } from "#/ui/button.tsx";
import { ErrorState } from "#/ui/error-state.tsx";
import { Select } from "#/ui/form/select.tsx";
import { Switch } from "#/ui/form/switch.tsx";

type Answer = Api["GET /follow-ups/settings"]["output"];
type Change = Api["POST /follow-ups/settings"]["input"];

/** Settings for follow-ups: the kinds of reminders, their delay, and prepared replies. */
export function FollowUpSettings() {
  const { data, error, refetch } = useQuery(followUpSettingsQuery);
  const client = useQueryClient();
  const [isSaving, setSaving] = useState(false);
  const save = async (change: Change) => {
    setSaving(true);
    try {
      const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
      const answer = await call("POST /follow-ups/settings", { ...change, timeZone });
      client.setQueryData(followUpSettingsQuery.queryKey, answer);
      void client.invalidateQueries({ queryKey: queryKeys.followUps });
      notify(words.saved);
    } catch {
      warn(words.failed);
    } finally {
      setSaving(false);
    }
  };
  return (
    <section className="border-t border-line py-6">
      <h2 className="text-ui font-semibold">{words.title}</h2>
      <p className="mt-0.5 max-w-140 text-control text-ink-3">{words.hint}</p>
      {!data && error && (
        <ErrorState
          title={words.loadFailed}
          message={error.message}
          retryLabel={words.retry}
          onRetry={() => void refetch()}
        />
      )}
      {data && (
        <>
          <Choices settings={data.settings} isSaving={isSaving} onSave={(one) => void save(one)} />
          {data.off.length > 0 && <Off off={data.off} />}
        </>
      )}
    </section>
  );
}

function Choices(props: {
  settings: Answer["settings"];
  isSaving: boolean;
  onSave: (change: Change) => void;
}) {
  const { settings, isSaving, onSave } = props;
  return (
    <ul className="mt-4 divide-y divide-line overflow-hidden rounded-card border border-line bg-surface">
      <li className="grid gap-2 px-4 py-2.5">
        <Switch
          isOn={settings.remindsOfTheirs}
          disabled={isSaving}
          onChange={(remindsOfTheirs) => onSave({ remindsOfTheirs })}
          label={words.theirs}
        />
        {settings.remindsOfTheirs && (
          <Choice
            label={words.afterTheirs}
            value={settings.theirDays}
            offered={days}
            isDisabled={isSaving}
            onChange={(theirDays) => onSave({ theirDays })}
          />
        )}
      </li>
      <li className="grid gap-2 px-4 py-2.5">
        <Switch
          isOn={settings.remindsOfOwn}
          disabled={isSaving}
          onChange={(remindsOfOwn) => onSave({ remindsOfOwn })}
          label={words.own}
        />
        {settings.remindsOfOwn && (
          <Choice
            label={words.afterOwn}
            value={settings.ownDays}
            offered={days}
            isDisabled={isSaving}
            onChange={(ownDays) => onSave({ ownDays })}
          />
        )}
      </li>
      <li className="grid gap-2 px-4 py-2.5">
        <Switch
          isOn={settings.returnsToTop}
          disabled={isSaving}
          onChange={(returnsToTop) => onSave({ returnsToTop })}
          label={words.top}
        />
        {settings.returnsToTop && (
          <Choice
            label={words.topAt}
            value={settings.hour}
            offered={hours}
            nameOf={nameOfHour}
            isDisabled={isSaving}
            onChange={(hour) => onSave({ hour })}
          />
        )}
      </li>
      <li className="px-4 py-2.5">
        <Switch
          isOn={settings.preparesAnswers}
          disabled={isSaving}
          onChange={(preparesAnswers) => onSave({ preparesAnswers })}
          label={
            <>
              {words.answers}
              <span className="mt-0.5 block max-w-120 text-label text-ink-3">
                {words.answersHint}
              </span>
            </>
          }
        />
      </li>
    </ul>
  );
}

const days = [1, 2, 3, 4, 5, 7, 10, 15, 20];
const hours = Array.from({ length: 24 }, (_, hour) => hour);

/** Returns an hour in the user's format: 8:00 AM, or 08:00. */
function nameOfHour(hour: number): string {
  const format = new Intl.DateTimeFormat(locale, { timeStyle: "short", timeZone: "UTC" });
  return format.format(Date.UTC(2026, 0, 1, hour));
}

function Choice(props: {
  label: string;
  value: number;
  offered: readonly number[];
  nameOf?: (value: number) => string;
  isDisabled: boolean;
  onChange: (value: number) => void;
}) {
  const { value, nameOf = String } = props;
  // An API client may have set a value that is not offered.
  const choices = [...new Set([...props.offered, value])].toSorted((one, other) => one - other);
  return (
    <label className="flex items-center justify-between gap-3 text-control text-ink-2">
      {props.label}
      <Select
        value={value}
        disabled={props.isDisabled}
        className="w-28 shrink-0"
        onChange={({ target }) => props.onChange(Number(target.value))}
      >
        {choices.map((each) => (
          <option key={each} value={each}>
            {nameOf(each)}
          </option>
        ))}
      </Select>
    </label>
  );
}

/** Conversations without reminders, with buttons to enable them again. */
function Off({ off }: { off: Answer["off"] }) {
  const client = useQueryClient();
  const turnOn = async (threadId: string) => {
    try {
      await call("PUT /follow-ups/{threadId}", { threadId });
    } catch {
      warn(words.failed);
    } finally {
      void client.invalidateQueries({ queryKey: queryKeys.followUps });
    }
  };
  return (
    <>
      <h3 className="mt-5 mb-2 text-control font-medium">{words.off}</h3>
      <ul className="max-w-160 divide-y divide-line rounded-menu border border-line">
        {off.map(({ threadId, subject }) => (
          <li key={threadId} className="flex min-h-11 items-center gap-3 py-1 ps-3 pe-1.5">
            <bdi className="min-w-0 flex-1 truncate text-control">{subject || words.noSubject}</bdi>
            <Button
              tone="quiet"
              aria-label={words.onOf(subject || words.noSubject)}
              onClick={() => void turnOn(threadId)}
            >
              {words.on}
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}
