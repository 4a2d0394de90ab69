import type { Api } from "@inlet/contract/api.ts";
import type { ClassificationPreferences } from "@inlet/contract/ai/classification.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { X } from "lucide-react";
import { call } from "#/api/client.ts";
import { queryKeys } from "#/api/queries.ts";
import { classificationTexts } from "#/features/classification/classification-texts.ts";
import { cn } from "#/lib/class-names.ts";
import { kindHues } from "#/state/view/kind-hues.ts";
import { kindTexts } from "#/texts/shared/kind-texts.ts";
import { notify, warn } from "#/state/changes/toasts.ts";
import { Badge } from "#/ui/badge.tsx";
import { Button } from "#/ui/button.tsx";
import { IconButton } from "#/ui/icon-button.tsx";
import { Select } from "#/ui/form/select.tsx";
import { SettingCard, SettingRow, settingRow, SettingSwitch } from "#/ui/settings/setting-card.tsx";

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
    <SettingCard title={words.title} hint={words.hint}>
      <div className={cn(settingRow, "flex flex-wrap items-center justify-between gap-3")}>
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
        <SettingSwitch
          label={words.learnsFromUse}
          hint={words.learnsFromUseHint}
          isOn={data.wish.learnsFromUse}
          onChange={(learnsFromUse) => void request({ learnsFromUse })}
        />
      )}
      {data && (
        <SettingRow label={words.share} hint={words.shareHint}>
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
        </SettingRow>
      )}
      {senders.length > 0 && (
        <div>
          <h3 className="px-4 pt-3 pb-1 text-control font-medium">{words.senders}</h3>
          <ul className="divide-y divide-line">
            {senders.map(({ address, category, priority }) => (
              <li key={address} className="flex items-center gap-3 px-4 py-2">
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
        </div>
      )}
    </SettingCard>
  );
}
