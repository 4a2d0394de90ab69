import { useQueryClient } from "@tanstack/react-query";
import { Bookmark, Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { MoreLink } from "#/features/sidebar/more-link.tsx";
import { Section } from "#/features/sidebar/section.tsx";
import { savedSearchTexts as words } from "#/texts/shared/saved-search-texts.ts";
import {
  askAboutSearch,
  type StoredSearch,
  removeSearch,
  useSavedSearches,
} from "#/state/view/saved-searches.ts";
import { MenuAt, MenuIcon, menuItem } from "#/ui/menu.tsx";

/** The user's saved searches, each with its actions. */
export function SavedSearchLinks({ onFollow }: { onFollow?: (() => void) | undefined }) {
  const searches = useSavedSearches();
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
      {menu && <SearchMenu at={menu} onClose={() => setMenu(null)} onFollow={onFollow} />}
    </>
  );
}

/** The menu of a saved search, at the position of the pointer. */
function SearchMenu(props: {
  at: { search: StoredSearch; x: number; y: number };
  onClose: () => void;
  onFollow: (() => void) | undefined;
}) {
  const { search, x, y } = props.at;
  const client = useQueryClient();
  const rename = () => {
    props.onFollow?.();
    askAboutSearch({ question: "rename", search });
  };
  return (
    <MenuAt key={`${search.id} ${x} ${y}`} {...props} label={words.menu(search.name)}>
      <button type="button" {...menuItem} onClick={rename}>
        <MenuIcon>
          <Pencil strokeWidth={1.75} aria-hidden="true" />
        </MenuIcon>
        {words.rename}
      </button>
      <button type="button" {...menuItem} onClick={() => void removeSearch(client, search)}>
        <MenuIcon>
          <Trash2 strokeWidth={1.75} aria-hidden="true" />
        </MenuIcon>
        {words.remove}
      </button>
    </MenuAt>
  );
}
