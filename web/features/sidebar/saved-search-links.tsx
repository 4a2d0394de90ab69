import { useQuery } from "@tanstack/react-query";
import { Bookmark } from "lucide-react";
import { lazy, Suspense, useEffect, useState } from "react";
import { savedSearchesQuery } from "#/api/saved-searches-query.ts";
import { MoreLink } from "#/features/sidebar/more-link.tsx";
import { Section } from "#/features/sidebar/section.tsx";
import { whenIdle } from "#/lib/when-idle.ts";
import { patiently } from "#/lib/retry-import.ts";
import { savedSearchTexts as words } from "#/texts/shared/saved-search-texts.ts";
import type { StoredSearch } from "#/state/view/saved-searches.ts";

const SavedSearchMenu = lazy(async () => {
  const { SavedSearchMenu: Part } = await patiently(
    () => import("#/features/sidebar/saved-search-menu.tsx"),
  );
  return { default: Part };
});

/** The user's saved searches, each with its actions. */
export function SavedSearchLinks({ onFollow }: { onFollow?: (() => void) | undefined }) {
  // Until the page is idle, those that the device stored are enough.
  const [isIdle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => setIdle(true)), []);
  const { data: searches = [] } = useQuery({ ...savedSearchesQuery, enabled: isIdle });
  const [menu, setMenu] = useState<{ search: StoredSearch; x: number; y: number } | null>(null);
  if (searches.length === 0) return null;
  return (
    <>
      <Section name={words.title} isOpenAtFirst>
        {searches.map((search) => (
          <MoreLink
            key={search.id}
            view={{ kind: "search", query: search.query }}
            icon={<Bookmark size={18} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />}
            name={search.name}
            proof={search.query}
            unread={0}
            onFollow={onFollow}
            onMenu={(at) => setMenu({ ...at, search })}
          />
        ))}
      </Section>
      {menu && (
        <Suspense>
          <SavedSearchMenu at={menu} onClose={() => setMenu(null)} onFollow={onFollow} />
        </Suspense>
      )}
    </>
  );
}
