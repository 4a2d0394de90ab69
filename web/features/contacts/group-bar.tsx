import { Pencil, Plus, Trash2 } from "lucide-react";
import type { ContactGroup } from "#/api/contact-queries.ts";
import { contactTexts as words } from "#/features/contacts/contact-texts.ts";
import { cn } from "#/lib/class-names.ts";
import { Button } from "#/ui/button.tsx";
import { IconButton } from "#/ui/icon-button.tsx";

const icon = { size: 16, strokeWidth: 1.75, "aria-hidden": true } as const;

/** Choice of all contacts or one group, with its actions. */
export function GroupBar(props: {
  groups: readonly ContactGroup[];
  chosen: ContactGroup | null;
  onChoose: (id: string | null) => void;
  onAdd: () => void;
  onRename: (group: ContactGroup) => void;
  onRemove: (group: ContactGroup) => void;
}) {
  const { chosen } = props;
  return (
    <div role="group" aria-label={words.groups} className="flex flex-wrap items-center gap-1.5">
      {props.groups.length > 0 && (
        <Chip
          isChosen={chosen === null}

          onPress={() => props.onChoose(null)}
        >
          {words.everyone}
        </Chip>
      )}
      {props.groups.map((group) => (
        <Chip
          key={group.id}
          isChosen={chosen?.id === group.id}
          onPress={() => props.onChoose(group.id)}
        >
          <bdi className="truncate">{group.name}</bdi>
          <span className="text-label text-ink-3 tabular">{group.members}</span>
        </Chip>
      ))}
      {chosen && (
        <>
          <IconButton
            size="small"
            label={words.renameGroup}
            icon={<Pencil {...icon} />}
            onClick={() => props.onRename(chosen)}
          />
          <IconButton
            size="small"
            label={words.removeGroup}
            icon={<Trash2 {...icon} />}
            onClick={() => props.onRemove(chosen)}
            className="hover:text-danger"
          />
        </>
      )}
      <Button
        tone="quiet"
        onClick={props.onAdd}
        className={cn(props.groups.length === 0 && "-ms-3")}
      >
        <Plus {...icon} />
        {words.newGroup}
      </Button>
    </div>
  );
}

function Chip(props: { isChosen: boolean; onPress: () => void; children: React.ReactNode }) {
  return (
    <button
      type="button"
      aria-pressed={props.isChosen}
      onClick={props.onPress}
      className={cn(
        "flex h-8 max-w-60 min-w-0 items-center gap-2 rounded-full border px-3 text-control transition-colors coarse:h-11",
        props.isChosen
          ? "border-accent bg-selected font-medium text-ink"
          : "border-line text-ink-2 hover:bg-hover",
      )}
    >
      {props.children}
    </button>
  );
}
