import type { Api } from "@inlet/contract/api.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { call } from "#/api/client.ts";
import { preferencesQuery } from "#/api/writing-queries.ts";
import { sendingTexts } from "#/features/sending-settings/sending-texts.ts";
import { notify, warn } from "#/state/changes/toasts.ts";
import { Select } from "#/ui/form/select.tsx";
import { SettingCard, SettingRow } from "#/ui/settings/setting-card.tsx";

type Preferences = Api["GET /user/preferences"]["output"]["preferences"];

const undoChoices = [0, 5, 10, 20, 30] as const;

/**
 * Settings for the time in which sending can be undone, and for read receipts that senders request. Each is saved immediately.
 */
export function SendingChoices() {
  const client = useQueryClient();
  const { data: preferences } = useQuery(preferencesQuery);
  const [isSaving, setSaving] = useState(false);
  if (!preferences) return null;
  const save = async (change: Partial<Preferences>) => {
    setSaving(true);
    try {
      const answer = await call("PUT /user/preferences", change);
      client.setQueryData(preferencesQuery.queryKey, answer);
      notify(sendingTexts.saved);
    } catch {
      warn(sendingTexts.failed);
    } finally {
      setSaving(false);
    }
  };
  return (
    <SettingCard title={sendingTexts.title}>
      <Choice
        label={sendingTexts.undo}
        hint={sendingTexts.undoHint}
        value={String(preferences.undoSeconds)}
        isDisabled={isSaving}
        onChange={(value) => {
          const undoSeconds = undoChoices.find((each) => String(each) === value);
          if (undoSeconds !== undefined) void save({ undoSeconds });
        }}
      >
        {undoChoices.map((seconds) => (
          <option key={seconds} value={seconds}>
            {sendingTexts.seconds(seconds)}
          </option>
        ))}
      </Choice>
      <Choice
        label={sendingTexts.receipts}
        hint={sendingTexts.receiptsHint}
        value={preferences.readReceipts}
        isDisabled={isSaving}
        onChange={(value) => void save({ readReceipts: value === "never" ? "never" : "ask" })}
      >
        <option value="ask">{sendingTexts.ask}</option>
        <option value="never">{sendingTexts.never}</option>
      </Choice>
    </SettingCard>
  );
}

function Choice(props: {
  label: string;
  hint: string;
  value: string;
  isDisabled: boolean;
  onChange: (value: string) => void;
  children: ReactNode;
}) {
  return (
    <SettingRow label={props.label} hint={props.hint}>
      {(control) => (
        <Select
          {...control}
          className="w-44"
          value={props.value}
          disabled={props.isDisabled}
          onChange={(event) => props.onChange(event.target.value)}
        >
          {props.children}
        </Select>
      )}
    </SettingRow>
  );
}
