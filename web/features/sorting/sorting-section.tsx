import { useQuery, useQueryClient } from "@tanstack/react-query";
import { X } from "lucide-react";
import { call } from "#/api/client.ts";
import { queryKeys } from "#/api/queries.ts";
import { sortingTexts } from "#/features/sorting/sorting-texts.ts";
import { kindHues } from "#/state/kind-hues.ts";
import { kindTexts } from "#/state/kind-texts.ts";
import { tell, warn } from "#/state/toasts.ts";
import { Badge } from "#/ui/badge.tsx";
import { Button } from "#/ui/button.tsx";
import { IconButton } from "#/ui/icon-button.tsx";

const words = sortingTexts.section;
const queryKey = [...queryKeys.settings, "sorting"];

/** What was learned of how the person sorts mail, and how they sort some senders. */
export function SortingSection() {
  const client = useQueryClient();
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call("GET /sorting", {}, { signal }),
  });
  const change = async (ask: () => Promise<unknown>, said = "") => {
    try {
      await ask();
      if (said) tell(said);
    } catch {
      warn(words.failed);
    } finally {
      void client.invalidateQueries({ queryKey });
    }
  };
  const { lessons = 0, senders = [] } = data ?? {};
  return (
    <section className="border-t border-line py-6">
      <h2 className="text-ui font-semibold">{words.title}</h2>
      <p className="mt-0.5 mb-4 max-w-120 text-control text-ink-3">{words.hint}</p>
      <div className="flex flex-wrap items-center gap-3">
        <p className="text-control text-ink-2">
          {lessons === 0 ? words.nothing : words.lessons(lessons)}
        </p>
        {lessons > 0 && (
          <Button onClick={() => void change(() => call("POST /sorting/forget", {}), words.forgot)}>
            {words.forget}
          </Button>
        )}
      </div>
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
