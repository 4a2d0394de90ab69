import type { Integration } from "@inlet/contract/integrations/integrations.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "#/api/client.ts";
import { integrationsQuery } from "#/api/integration-queries.ts";
import { FormStep } from "#/features/integrations/form-step.tsx";
import { webhookTexts as words } from "#/features/integrations/webhook-texts.ts";
import { notify } from "#/state/changes/toasts.ts";
import { Field } from "#/ui/form/field.tsx";
import { Input } from "#/ui/form/input.tsx";

/** Changes the address of a webhook, after the password; its secret stays the same. */
export function MoveWebhook({ hook, onDone }: { hook: Integration; onDone: () => void }) {
  const client = useQueryClient();
  const [url, setUrl] = useState("");
  const move = async (password: string) => {
    if (url.trim() === "") throw new Error(words.missing);
    await call("PUT /webhooks/{id}/address", { id: hook.id, password, url });
    await client.invalidateQueries({ queryKey: integrationsQuery.queryKey });
    notify(words.moved);
    onDone();
  };
  return (
    <FormStep asksPassword confirm={words.save} onCancel={onDone} onConfirm={move}>
      <p className="text-control text-ink-2">{words.moveHint}</p>
      <Field label={words.url} hint={words.urlHint}>
        {(control) => (
          <Input
            {...control}
            type="url"
            dir="ltr"
            autoComplete="off"
            spellCheck={false}
            required
            maxLength={2000}
            value={url}
            onChange={(event) => setUrl(event.target.value)}
          />
        )}
      </Field>
    </FormStep>
  );
}
