import { useQuery, useQueryClient } from "@tanstack/react-query";
import { X } from "lucide-react";
import { call } from "#/api/client.ts";
import { queryKeys } from "#/api/queries.ts";
import { sortingTexts } from "#/features/sorting/sorting-texts.ts";
import { tell, warn } from "#/state/toasts.ts";
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
          <ul className="max-w-160 divide-y divide-line rounded-menu border border-line">
            {senders.map(({ address, category, priority }) => (
              <li key={address} className="flex min-h-11 items-center gap-3 py-1 ps-3 pe-1.5">
                <bdi className="min-w-0 flex-1 truncate text-control">{address}</bdi>
                <span className="text-label text-ink-3">
                  {[category, priority].filter(Boolean).join(" · ")}
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
