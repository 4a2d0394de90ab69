import type { AiSettings, ModelTrial } from "@inlet/contract/ai/ai-models.ts";
import { useState } from "react";
import { aiTexts } from "#/features/ai-settings/ai-settings-texts.ts";
import { OwnModelForm } from "#/features/ai-settings/own-model-form.tsx";
import { TrialResult } from "#/features/ai-settings/trial-result.tsx";
import { type Change, useSave } from "#/features/ai-settings/use-save.ts";
import { Badge } from "#/ui/badge.tsx";
import { Turning } from "#/ui/button.tsx";
import { Select } from "#/ui/form/select.tsx";
import { SettingCard, SettingRow, SettingSwitch } from "#/ui/settings/setting-card.tsx";

/** Turns the model on or off, and chooses it. */
export function ModelPart({ settings }: { settings: AiSettings }) {
  const { serverModel, allowsOwn, own, isOn, source } = settings;
  const { isSaving, save } = useSave();
  const [trial, setTrial] = useState<ModelTrial | null>(null);
  const asked = source === "own" ? own && { name: own.model, host: hostOf(own) } : serverModel;
  const choose = async (change: Change) => setTrial((await save(change)) ?? null);
  const hint = asked ? aiTexts.switchHint : allowsOwn ? aiTexts.switchNone : aiTexts.switchNoneHere;
  return (
    <>
      <SettingCard
        title={aiTexts.title}
        badge={<Badge>{isOn && asked ? aiTexts.viaHost(asked.host) : aiTexts.onServer}</Badge>}
        hint={isOn && asked ? aiTexts.withModel(asked.name, asked.host) : aiTexts.local}
      >
        <SettingSwitch
          isOn={isOn}
          isDisabled={isSaving || (asked === null && !isOn)}
          onChange={(on) => void choose({ isOn: on })}
          label={
            <span className="flex items-center gap-2">
              {aiTexts.switchOn}
              {isSaving && <Turning />}
            </span>
          }
          hint={hint}
        />
        {serverModel && allowsOwn && (
          <SettingRow label={aiTexts.which}>
            {(control) => (
              <Select
                {...control}
                className="w-72 max-w-full"
                value={source}
                disabled={isSaving}
                onChange={({ target }) =>
                  void choose({ source: target.value === "own" ? "own" : "server" })
                }
              >
                <option value="server">
                  {aiTexts.serverModel(serverModel.name, serverModel.host)}
                </option>
                <option value="own">{aiTexts.ownModel}</option>
              </Select>
            )}
          </SettingRow>
        )}
        <TrialResult trial={trial} className="p-4" />
      </SettingCard>
      {allowsOwn && (source === "own" || serverModel === null) && <OwnModelForm own={own} />}
    </>
  );
}

const usualHosts = {
  openai: "api.openai.com",
  anthropic: "api.anthropic.com",
  google: "generativelanguage.googleapis.com",
  compatible: "",
} as const;

function hostOf({ provider, baseUrl }: NonNullable<AiSettings["own"]>): string {
  return URL.parse(baseUrl)?.host ?? usualHosts[provider];
}
