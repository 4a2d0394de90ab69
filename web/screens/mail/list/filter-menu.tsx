import { categories, priorities } from "@inlet/contract/mail/kinds.ts";
import { Check, ListFilter } from "lucide-react";
import type { ReactNode } from "react";
import type { ListedEmail } from "#/api/queries.ts";
import { cn } from "#/lib/class-names.ts";
import { flagFilters, namesOf } from "#/screens/mail/list/filter-names.ts";
import { listToolsTexts } from "#/screens/mail/list/list-tools-texts.ts";
import { kindTexts } from "#/texts/shared/kind-texts.ts";
import type { Narrowing } from "#/state/view/mail-view.ts";
import { kindHues } from "#/state/view/kind-hues.ts";
import { Dot } from "#/ui/dot.tsx";
import { Menu, menuItem } from "#/ui/menu.tsx";

/** Filters a list by one or several conditions; the menu stays open between choices. */
export function FilterMenu(props: {
  narrowing: Narrowing;
  onNarrow: (narrowing: Narrowing) => void;
  /** The loaded messages: a filter is offered only if one of them matches it. */
  emails: readonly ListedEmail[];
}) {
  const { narrowing, onNarrow, emails } = props;
  const names = namesOf(narrowing).map(({ name }) => name);
  const isKnown = {
    priority: narrowing.priority !== undefined || emails.some(({ priority }) => priority),
    category: narrowing.category !== undefined || emails.some(({ category }) => category),
  };
  return (
    <Menu
      label={names.length > 0 ? listToolsTexts.filterBy(names.join(", ")) : listToolsTexts.filter}
      button={<ListFilter size={16} strokeWidth={1.75} aria-hidden="true" />}
      className={cn(
        "grid size-8 shrink-0 place-items-center rounded-control transition-colors hover:bg-hover hover:text-ink aria-expanded:bg-hover coarse:size-11",
        names.length > 0 ? "bg-selected text-accent-ink" : "text-ink-2",
      )}
    >
      {flagFilters.map((flag) => (
        <Item
          key={flag}
          isOn={narrowing[flag] === true}
          onToggle={() => onNarrow(toggled(narrowing, flag, true))}
        >
          {listToolsTexts.flags[flag]}
        </Item>
      ))}
      {isKnown.priority && (
        <Group name={listToolsTexts.priority}>
          {priorities.map((priority) => (
            <Item
              key={priority}
              isOn={narrowing.priority === priority}
              onToggle={() => onNarrow(toggled(narrowing, "priority", priority))}
            >
              {listToolsTexts.priorities[priority]}
            </Item>
          ))}
        </Group>
      )}
      {isKnown.category && (
        <Group name={listToolsTexts.category}>
          {categories.map((category) => (
            <Item
              key={category}
              isOn={narrowing.category === category}
              onToggle={() => onNarrow(toggled(narrowing, "category", category))}
            >
              <span className="flex items-center gap-2.5">
                <Dot hue={kindHues[category]} size="small" />
                {kindTexts.categories[category]}
              </span>
            </Item>
          ))}
        </Group>
      )}
    </Menu>
  );
}

function Group(props: { name: string; children: ReactNode }) {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a menu holds groups, not fieldsets
    <div role="group" aria-label={props.name} className="mt-1 border-t border-line pt-1">
      <p aria-hidden="true" className="px-2 pt-1 pb-0.5 text-meta text-ink-3">
        {props.name}
      </p>
      {props.children}
    </div>
  );
}

function Item(props: { isOn: boolean; onToggle: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      {...menuItem}
      role="menuitemcheckbox"
      aria-checked={props.isOn}
      onClick={(event) => {
        // The menu would close, but the user may choose several filters.
        event.stopPropagation();
        props.onToggle();
      }}
    >
      <span className="flex-1 whitespace-nowrap">{props.children}</span>
      <Check
        size={16}
        strokeWidth={2}
        aria-hidden="true"
        className={cn("ms-4 text-accent-ink", !props.isOn && "invisible")}
      />
    </button>
  );
}

/** Returns the filters with this value set, or without it if it was set already. */
function toggled<Name extends keyof Narrowing>(
  narrowing: Narrowing,
  name: Name,
  value: NonNullable<Narrowing[Name]>,
): Narrowing {
  const { [name]: before, ...rest } = narrowing;
  return before === value ? rest : { ...narrowing, [name]: value };
}
