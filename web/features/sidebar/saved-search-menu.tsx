import { useQueryClient } from "@tanstack/react-query";
import { Pencil, Trash2 } from "lucide-react";
import { savedSearchTexts as words } from "#/texts/shared/saved-search-texts.ts";
import { askAboutSearch, removeSearch, type StoredSearch } from "#/state/view/saved-searches.ts";
import { MenuAt, MenuIcon, menuItem } from "#/ui/menu.tsx";

/** The menu of a saved search, at the position of the pointer. */
export function SavedSearchMenu(props: {
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
