import { Pencil, Trash2 } from "lucide-react";
import { askAboutLabel, type LabelQuestion } from "#/state/commands/open-dialogs.ts";
import { labelTexts } from "#/texts/shared/label-texts.ts";
import { MenuAt, MenuIcon, menuItem } from "#/ui/menu.tsx";

/** The menu of a label, at the position of the pointer. */
export function LabelMenu(props: {
  at: { name: string; x: number; y: number };
  onClose: () => void;
  onFollow: (() => void) | undefined;
}) {
  const { name, x, y } = props.at;
  const ask = (question: LabelQuestion["question"]) => {
    props.onFollow?.();
    askAboutLabel({ question, name });
  };
  return (
    <MenuAt key={`${name} ${x} ${y}`} {...props} label={labelTexts.menu(name)}>
      <button type="button" {...menuItem} onClick={() => ask("change")}>
        <MenuIcon>
          <Pencil strokeWidth={1.75} aria-hidden="true" />
        </MenuIcon>
        {labelTexts.change}
      </button>
      <button type="button" {...menuItem} onClick={() => ask("remove")}>
        <MenuIcon>
          <Trash2 strokeWidth={1.75} aria-hidden="true" />
        </MenuIcon>
        {labelTexts.remove}
      </button>
    </MenuAt>
  );
}
