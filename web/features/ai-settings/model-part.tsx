import type { AiSettings, ModelTrial } from "@inlet/contract/ai/ai-models.ts";
import { useState } from "react";
import { aiTexts } from "#/features/ai-settings/ai-settings-texts.ts";
import { OwnModelForm } from "#/features/ai-settings/own-model-form.tsx";
import { Part } from "#/features/ai-settings/part.tsx";
import { TrialResult } from "#/features/ai-settings/trial-result.tsx";
import { type Change, useSave } from "#/features/ai-settings/use-save.ts";
import { Badge } from "#/ui/badge.tsx";
import { Turning } from "#/ui/button.tsx";
import { Field } from "#/ui/form/field.tsx";
import { Select } from "#/ui/form/select.tsx";
import { Switch } from "#/ui/form/switch.tsx";

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
      <Part
        title={aiTexts.title}
        badge={<Badge>{isOn && asked ? aiTexts.viaHost(asked.host) : aiTexts.onServer}</Badge>}
        hint={isOn && asked ? aiTexts.withModel(asked.name, asked.host) : aiTexts.local}
      >
        <div className="mt-5 grid gap-5">
          <Switch
            isOn={isOn}
            disabled={isSaving || (asked === null && !isOn)}
            onChange={(on) => void choose({ isOn: on })}
            label={
              <>
                <span className="flex items-center gap-2 text-ui">
                  {aiTexts.switchOn}
                  {isSaving && <Turning />}
                </span>
                <span className="block text-ink-3">{hint}</span>
              </>
            }
          />
          {serverModel && allowsOwn && (
            <Field label={aiTexts.which}>
              {(control) => (
                <Select
                  {...control}
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
            </Field>
          )}
          <TrialResult trial={trial} />
        </div>
      </Part>
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
