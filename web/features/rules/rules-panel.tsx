import type { Rule } from "@inlet/contract/ai/rules.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Pencil, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { call } from "#/api/client.ts";
import { describeActions } from "#/features/rules/describe-actions.ts";
import { Journal } from "#/features/rules/journal.tsx";
import { RuleEditor } from "#/features/rules/rule-editor.tsx";
import { rulesQuery } from "#/features/rules/rule-queries.ts";
import { ruleTexts } from "#/features/rules/rule-texts.ts";
import { newId } from "#/lib/new-id.ts";
import { pageTexts } from "#/texts/shared/page-texts.ts";
import { sentenceOf } from "#/lib/sentence-of.ts";
import { notify, warn } from "#/state/changes/toasts.ts";
import { Button } from "#/ui/button.tsx";
import { ErrorState } from "#/ui/error-state.tsx";
import { IconButton } from "#/ui/icon-button.tsx";
import { Switch } from "#/ui/form/switch.tsx";
import { SettingCard } from "#/ui/settings/setting-card.tsx";

const icon = { size: 16, strokeWidth: 1.75, "aria-hidden": true } as const;

/** The rules for new mail, the sentences they were made from, and their log. */
export function RulesPanel() {
  const { data: rules, isError, refetch } = useQuery(rulesQuery);
  const [edited, setEdited] = useState<Rule | "new" | null>(null);
  if (isError && !rules) {
    return (
      <ErrorState
        title={ruleTexts.loadFailed}
        retryLabel={ruleTexts.tryAgain}
        onRetry={() => void refetch()}
      />
    );
  }
  return (
    <>
      <SettingCard
        title={ruleTexts.title}
        hint={rules?.length === 0 ? ruleTexts.none : ruleTexts.hint}
        actions={
          <Button onClick={() => setEdited("new")}>
            <Plus {...icon} />
            {ruleTexts.add}
          </Button>
        }
      >
        {rules && rules.length > 0 && (
          <ul className="divide-y divide-line">
            {rules.map((rule) => (
              <RuleItem key={rule.id} rule={rule} onChange={() => setEdited(rule)} />
            ))}
          </ul>
        )}
      </SettingCard>
      <Journal />
      {edited !== null && (
        <RuleEditor
          key={edited === "new" ? "new" : edited.id}
          rule={edited === "new" ? null : edited}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  );
}

function RuleItem({ rule, onChange }: { rule: Rule; onChange: () => void }) {
  const client = useQueryClient();
  const name = rule.text || rule.query;
  const keep = async (kept: Rule) => {
    client.setQueryData(rulesQuery.queryKey, (old) =>
      old ? { rules: old.rules.map((one) => (one.id === kept.id ? kept : one)) } : old,
    );
    const { createdAt: _made, ...saved } = kept;
    await orWarn(() => call("PUT /rules/{id}", saved));
    await client.invalidateQueries({ queryKey: rulesQuery.queryKey });
  };
  const remove = async () => {
    await orWarn(async () => {
      await call("DELETE /rules/{id}", { id: rule.id });
      // Undo restores everything except its place in the order.
      const { createdAt: _made, ...saved } = rule;
      const again = { ...saved, id: newId() as Rule["id"] };
      notify(ruleTexts.removed, {
        label: ruleTexts.undo,
        onAction: () =>
          void orWarn(() => call("PUT /rules/{id}", again)).then(() =>
            client.invalidateQueries({ queryKey: rulesQuery.queryKey }),
          ),
      });
    });
    await client.invalidateQueries({ queryKey: rulesQuery.queryKey });
  };
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3">
      <div className="min-w-0 flex-1 max-sm:basis-full">
        <p className="text-ui wrap-anywhere">
          <bdi>{name}</bdi>
        </p>
        <p className="mt-0.5 text-control wrap-anywhere text-ink-3">
          <code className="font-mono text-label">{rule.query}</code>
          {" → "}
          {describeActions(rule.actions).join(", ")}
        </p>
      </div>
      <div className="flex items-center gap-3 max-sm:-my-1 max-sm:w-full max-sm:justify-end">
        <Switch
          isOn={rule.isOn}
          onChange={(isOn) => void keep({ ...rule, isOn })}
          label={<span className="sr-only">{ruleTexts.switchName(name)}</span>}
        />
        <IconButton label={ruleTexts.change(name)} icon={<Pencil {...icon} />} onClick={onChange} />
        <IconButton
          label={ruleTexts.remove(name)}
          icon={<Trash2 {...icon} />}
          onClick={() => void remove()}
          className="hover:text-danger"
        />
      </div>
    </li>
  );
}

async function orWarn(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    warn(sentenceOf(error, pageTexts.failed.title));
  }
}
