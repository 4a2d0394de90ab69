import { Baseline, Paperclip } from "lucide-react";
import { composeTexts } from "#/features/compose/compose-texts.ts";
import { useShortcut } from "#/state/commands/shortcuts.ts";
import { IconButton } from "#/ui/icon-button.tsx";

const icon = { size: 16, strokeWidth: 1.75, "aria-hidden": true } as const;

/** The buttons that attach files and switch to rich text. */
export function DraftTools(props: { isRich: boolean; onAttach: () => void; onRich: () => void }) {
  return (
    <>
      <IconButton
        label={composeTexts.attach}
        shortcut={useShortcut("attach")}
        side="top"
        icon={<Paperclip {...icon} />}
        onClick={props.onAttach}
      />
      <IconButton
        label={composeTexts.rich.on}
        side="top"
        aria-pressed={props.isRich}
        icon={<Baseline {...icon} />}
        onClick={props.onRich}
        className="aria-pressed:bg-selected"
      />
    </>
  );
}
