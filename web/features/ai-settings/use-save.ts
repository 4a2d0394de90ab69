import type { Api } from "@inlet/contract/api.ts";
import type { ModelTrial } from "@inlet/contract/ai-models.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "#/api/client.ts";
import { aiLedgerQuery, aiSettingsQuery } from "#/api/model-queries.ts";
import { aiTexts } from "#/features/ai-settings/ai-settings-texts.ts";
import { sentenceOf } from "#/lib/sentence-of.ts";
import { tell, warn } from "#/state/toasts.ts";

export type Change = Api["PUT /ai/settings"]["input"];

/** Saves what is chosen. `trial` is what a model that was tried thereby can do; undefined: it could not be saved. */
export function useSave() {
  const client = useQueryClient();
  const [isSaving, setSaving] = useState(false);
  const save = async (change: Change): Promise<ModelTrial | null | undefined> => {
    setSaving(true);
    try {
      const { settings, trial } = await call("PUT /ai/settings", change);
      client.setQueryData(aiSettingsQuery.queryKey, { settings });
      // Who makes them may be another one now.
      client.removeQueries({ queryKey: ["summaries"] });
      if (trial !== null) await client.invalidateQueries({ queryKey: aiLedgerQuery.queryKey });
      if (trial === null || trial.works) tell(aiTexts.saved);
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
