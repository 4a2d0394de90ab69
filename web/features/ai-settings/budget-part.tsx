import type { AiSettings } from "@inlet/contract/ai/ai-models.ts";
import { type FormEvent, useState } from "react";
import { aiTexts } from "#/features/ai-settings/ai-settings-texts.ts";
import { useSave } from "#/features/ai-settings/use-save.ts";
import { Button } from "#/ui/button.tsx";
import { Field } from "#/ui/form/field.tsx";
import { Input } from "#/ui/form/input.tsx";
import { SettingCard } from "#/ui/settings/setting-card.tsx";

/** The limits of a day, and today's usage. */
export function BudgetPart({ settings }: { settings: AiSettings }) {
  const { today, price, dailyTokens, dailyUsd } = settings;
  const { isSaving, save } = useSave();
  const [tokens, setTokens] = useState(String(dailyTokens));
  const [usd, setUsd] = useState(String(dailyUsd));
  const isChanged = Number(tokens) !== dailyTokens || Number(usd) !== dailyUsd;
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    void save({ dailyTokens: Number(tokens), dailyUsd: Number(usd) });
  };
  return (
    <SettingCard title={aiTexts.budget} hint={aiTexts.budgetHint}>
      <form
        className="grid items-start gap-4 px-4 py-3 sm:grid-cols-[1fr_1fr_auto]"
        onSubmit={handleSubmit}
      >
        <Field label={aiTexts.tokens}>
          {(control) => (
            <Input
              {...control}
              type="number"
              required
              min={0}
              max={1_000_000_000}
              step={1}
              value={tokens}
              onChange={({ target }) => setTokens(target.value)}
            />
          )}
        </Field>
        <Field label={aiTexts.usd} hint={aiTexts.usdHint}>
          {(control) => (
            <Input
              {...control}
              type="number"
              required
              min={0}
              max={100_000}
              step="any"
              value={usd}
              onChange={({ target }) => setUsd(target.value)}
            />
          )}
        </Field>
        <Button
          type="submit"
          size="large"
          className="justify-self-end sm:mt-6.5"
          disabled={isSaving || !isChanged}
          isBusy={isSaving}
        >
          {isSaving ? aiTexts.saving : aiTexts.save}
        </Button>
      </form>
      <div className="px-4 py-3 text-control">
        <p className="text-ink-2 tabular">
          {aiTexts.usedToday(today.tokens, today.usd, today.calls)}
        </p>
        {settings.isOn && (
          <p className="text-ink-3">
            {price ? aiTexts.price(price.input, price.output, price.dated) : aiTexts.noPrice}
          </p>
        )}
      </div>
    </SettingCard>
  );
}
