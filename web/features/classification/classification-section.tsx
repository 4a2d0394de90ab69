import type { Api } from "@inlet/contract/api.ts";
import type { ClassificationPreferences } from "@inlet/contract/ai/classification.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { X } from "lucide-react";
import { call } from "#/api/client.ts";
import { queryKeys } from "#/api/queries.ts";
import { classificationTexts } from "#/features/classification/classification-texts.ts";
import { kindHues } from "#/state/view/kind-hues.ts";
import { kindTexts } from "#/texts/shared/kind-texts.ts";
import { notify, warn } from "#/state/changes/toasts.ts";
import { Badge } from "#/ui/badge.tsx";
import { Button } from "#/ui/button.tsx";
import { Field } from "#/ui/form/field.tsx";
import { IconButton } from "#/ui/icon-button.tsx";
import { Select } from "#/ui/form/select.tsx";
import { Switch } from "#/ui/form/switch.tsx";

const words = classificationTexts.section;
const shares = [
  5, 10, 15, 25, 40,
] as const satisfies readonly ClassificationPreferences["highShare"][];

type Read = Api["GET /sorting"]["output"];

const queryKey = [...queryKeys.settings, "sorting"];

/** Shows what the classifier learned from the user's feedback, and the senders with a fixed classification. */
export function ClassificationSection() {
  const client = useQueryClient();
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call("GET /sorting", {}, { signal }),
  });
  const change = async (ask: () => Promise<unknown>, doneText = "") => {
    try {
      await ask();
      if (doneText) notify(doneText);
    } catch {
      warn(words.failed);
    } finally {
      void client.invalidateQueries({ queryKey });
    }
  };
  const request = (chosen: Partial<ClassificationPreferences>) => {
    client.setQueryData<Read>(queryKey, (read) =>
      read ? { ...read, wish: { ...read.wish, ...chosen } } : read,
    );
    return change(() => call("PUT /sorting", chosen));
  };
  const { lessons: examples = 0, uses = 0, senders = [] } = data ?? {};
  const learned = [examples > 0 && words.lessons(examples), uses > 0 && words.uses(uses)].filter(
    (one) => one !== false,
  );
  return (
    <section className="border-t border-line py-6">
      <h2 className="text-ui font-semibold">{words.title}</h2>
      <p className="mt-0.5 mb-4 max-w-120 text-control text-ink-3">{words.hint}</p>
      <div className="flex flex-wrap items-center gap-3">
        <p className="text-control text-ink-2">
          {learned.length === 0 ? words.nothing : learned.join(" ")}
        </p>
        {learned.length > 0 && (
          <Button onClick={() => void change(() => call("POST /sorting/forget", {}), words.forgot)}>
            {words.forget}
          </Button>
        )}
      </div>
      {data && (
        <div className="mt-5 flex max-w-120 flex-col gap-5">
          <Switch
            isOn={data.wish.learnsFromUse}
            onChange={(learnsFromUse) => void request({ learnsFromUse })}
            label={
              <>
                <span className="block text-ui">{words.learnsFromUse}</span>
                <span className="block text-ink-3">{words.learnsFromUseHint}</span>
              </>
            }
          />
          <Field label={words.share} hint={words.shareHint}>
            {(control) => (
              <Select
                {...control}
                className="w-44"
                value={String(data.wish.highShare)}
                onChange={({ target }) => {
                  const highShare = shares.find((one) => String(one) === target.value);
                  if (highShare) void request({ highShare });
                }}
              >
                {shares.map((share) => (
                  <option key={share} value={share}>
                    {words.shareOf(share)}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        </div>
      )}
      {senders.length > 0 && (
        <>
          <h3 className="mt-5 mb-2 text-control font-medium">{words.senders}</h3>
          <ul className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface">
            {senders.map(({ address, category, priority }) => (
              <li key={address} className="flex items-center gap-3 py-2 ps-4 pe-3">
                <bdi className="min-w-0 flex-1 truncate text-control">{address}</bdi>
                <span className="flex gap-1.5">
                  {category && (
                    <Badge hue={kindHues[category]}>{kindTexts.categories[category]}</Badge>
                  )}
                  {priority && <Badge>{kindTexts.priorities[priority]}</Badge>}
                </span>
                <IconButton
                  label={words.remove(address)}
                  icon={<X size={16} strokeWidth={1.75} aria-hidden="true" />}
                  onClick={() =>
                    void change(() => call("DELETE /sorting/senders/{address}", { address }))
                  }
                />
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
