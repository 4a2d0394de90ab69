import type { Api } from "@inlet/contract/api.ts";
import type { ModelTrial } from "@inlet/contract/ai/ai-models.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "#/api/client.ts";
import { aiLedgerQuery, aiSettingsQuery } from "#/api/model-queries.ts";
import { aiTexts } from "#/features/ai-settings/ai-settings-texts.ts";
import { sentenceOf } from "#/lib/sentence-of.ts";
import { notify, warn } from "#/state/changes/toasts.ts";

export type Change = Api["PUT /ai/settings"]["input"];

/**
 * Saves settings. `save` resolves to the result of trying the model if the change caused a trial, else to null; undefined if
 * saving failed.
 */
export function useSave() {
  const client = useQueryClient();
  const [isSaving, setSaving] = useState(false);
  const save = async (change: Change): Promise<ModelTrial | null | undefined> => {
    setSaving(true);
    try {
      const { settings, trial } = await call("PUT /ai/settings", change);
      client.setQueryData(aiSettingsQuery.queryKey, { settings });
      // Summaries may come from another model now.
      client.removeQueries({ queryKey: ["summaries"] });
      if (trial !== null) await client.invalidateQueries({ queryKey: aiLedgerQuery.queryKey });
      if (trial === null || trial.works) notify(aiTexts.saved);
      return trial;
    } catch (error) {
      warn(sentenceOf(error, aiTexts.failed));
      return undefined;
    } finally {
      setSaving(false);
    }
  };
  return { isSaving, save };
}
