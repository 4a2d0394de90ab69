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
import { SettingCard, SettingRow, SettingSwitch } from "#/ui/settings/setting-card.tsx";

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
    <SettingCard title={words.title} hint={words.hint}>
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
    </SettingCard>
  );
}

function Choices(props: {
  settings: Answer["settings"];
  isSaving: boolean;
  onSave: (change: Change) => void;
}) {
  const { settings, isSaving, onSave } = props;
  return (
    <>
      <SettingSwitch
        label={words.theirs}
        isOn={settings.remindsOfTheirs}
        isDisabled={isSaving}
        onChange={(remindsOfTheirs) => onSave({ remindsOfTheirs })}
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
      <SettingSwitch
        label={words.own}
        isOn={settings.remindsOfOwn}
        isDisabled={isSaving}
        onChange={(remindsOfOwn) => onSave({ remindsOfOwn })}
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
      <SettingSwitch
        label={words.top}
        isOn={settings.returnsToTop}
        isDisabled={isSaving}
        onChange={(returnsToTop) => onSave({ returnsToTop })}
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
      <SettingSwitch
        label={words.answers}
        hint={words.answersHint}
        isOn={settings.preparesAnswers}
        isDisabled={isSaving}
        onChange={(preparesAnswers) => onSave({ preparesAnswers })}
      />
    </>
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
    <SettingRow label={props.label}>
      {(control) => (
        <Select
          {...control}
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
      )}
    </SettingRow>
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
    <div>
      <h3 className="px-4 pt-3 pb-1 text-control font-medium">{words.off}</h3>
      <ul className="divide-y divide-line">
        {off.map(({ threadId, subject }) => (
          <li key={threadId} className="flex min-h-11 items-center gap-3 px-4 py-1">
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
    </div>
  );
}
