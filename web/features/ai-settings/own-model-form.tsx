import type { AiSettings, ModelProvider, ModelTrial } from "@inlet/contract/ai/ai-models.ts";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { call } from "#/api/client.ts";
import { aiLedgerQuery } from "#/api/model-queries.ts";
import { aiTexts } from "#/features/ai-settings/ai-settings-texts.ts";
import { TrialResult } from "#/features/ai-settings/trial-result.tsx";
import { useSave } from "#/features/ai-settings/use-save.ts";
import { sentenceOf } from "#/lib/sentence-of.ts";
import { Button } from "#/ui/button.tsx";
import { Field } from "#/ui/form/field.tsx";
import { FormError } from "#/ui/form/form-error.tsx";
import { Input } from "#/ui/form/input.tsx";
import { PasswordInput } from "#/ui/form/password-input.tsx";
import { Select } from "#/ui/form/select.tsx";
import { SettingCard } from "#/ui/settings/setting-card.tsx";

// Order in which the providers are offered: first the one that can be self-hosted.
const providers: readonly ModelProvider[] = ["compatible", "openai", "anthropic", "google"];

/** A model of the user's own. It is tested before or while it is saved; its key is stored and never shown again. */
export function OwnModelForm({ own }: { own: AiSettings["own"] }) {
  const client = useQueryClient();
  const { isSaving, save } = useSave();
  const [provider, setProvider] = useState<ModelProvider>(own?.provider ?? "compatible");
  const [baseUrl, setBaseUrl] = useState(own?.baseUrl ?? "");
  const [model, setModel] = useState(own?.model ?? "");
  const [key, setKey] = useState("");
  const [isTesting, setTesting] = useState(false);
  const [trial, setTrial] = useState<ModelTrial | null>(null);
  const [problem, setProblem] = useState("");
  const isSameServer = own?.provider === provider && own.baseUrl === baseUrl.replace(/\/$/, "");
  const isKeyStored = isSameServer && own.hasKey;
  const isWhole = model.trim() !== "" && (provider !== "compatible" || baseUrl.trim() !== "");
  const described = () => ({
    provider,
    baseUrl: baseUrl.trim(),
    model: model.trim(),
    ...(key === "" && isKeyStored ? {} : { apiKey: key.trim() }),
  });
  const test = async () => {
    setTesting(true);
    setTrial(null);
    setProblem("");
    try {
      setTrial((await call("POST /ai/settings/test", { own: described() })).trial);
      await client.invalidateQueries({ queryKey: aiLedgerQuery.queryKey });
    } catch (error) {
      setProblem(sentenceOf(error, aiTexts.failed));
    } finally {
      setTesting(false);
    }
  };
  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault();
    setProblem("");
    const tried = await save({ own: described(), source: "own" });
    if (tried === undefined) return;
    setKey("");
    setTrial(tried);
  };
  const isBusy = isSaving || isTesting;
  return (
    <SettingCard title={aiTexts.own} hint={aiTexts.ownHint}>
      <form className="grid gap-4 px-4 py-3" onSubmit={(event) => void handleSubmit(event)}>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field
            label={aiTexts.provider}
            hint={provider === "compatible" && aiTexts.compatibleHint}
          >
            {(control) => (
              <Select
                {...control}
                value={provider}
                onChange={({ target }) => {
                  const chosen = providers.find((one) => one === target.value);
                  if (chosen) setProvider(chosen);
                }}
              >
                {providers.map((one) => (
                  <option key={one} value={one}>
                    {aiTexts.providers[one]}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <Field label={aiTexts.model} hint={aiTexts.modelHint}>
            {(control) => (
              <Input
                {...control}
                required
                maxLength={200}
                autoComplete="off"
                spellCheck={false}
                value={model}
                onChange={({ target }) => setModel(target.value)}
              />
            )}
          </Field>
          <Field
            label={aiTexts.baseUrl}
            hint={provider === "compatible" ? aiTexts.baseUrlNeeded : aiTexts.baseUrlHint}
          >
            {(control) => (
              <Input
                {...control}
                type="url"
                required={provider === "compatible"}
                maxLength={500}
                autoComplete="off"
                spellCheck={false}
                value={baseUrl}
                onChange={({ target }) => setBaseUrl(target.value)}
              />
            )}
          </Field>
          <Field
            label={aiTexts.key}
            hint={isKeyStored ? aiTexts.keyKept : provider === "compatible" && aiTexts.keyOptional}
          >
            {(control) => (
              <PasswordInput
                {...control}
                autoComplete="off"
                maxLength={500}
                value={key}
                onChange={({ target }) => setKey(target.value)}
                showLabel={aiTexts.showKey}
                hideLabel={aiTexts.hideKey}
              />
            )}
          </Field>
        </div>
        <FormError>{problem}</FormError>
        <TrialResult trial={trial} />
        <div className="flex flex-wrap justify-end gap-2">
          <Button
            size="large"
            disabled={isBusy || !isWhole}
            isBusy={isTesting}
            onClick={() => void test()}
          >
            {isTesting ? aiTexts.testing : aiTexts.test}
          </Button>
          <Button
            type="submit"
            tone="primary"
            size="large"
            disabled={isBusy || !isWhole}
            isBusy={isSaving}
          >
            {isSaving ? aiTexts.saving : aiTexts.save}
          </Button>
        </div>
      </form>
    </SettingCard>
  );
}
