import { Archive, ChevronDown } from "lucide-react";
import { composeTexts } from "#/features/compose/compose-texts.ts";
import { DraftTools } from "#/features/compose/draft-tools.tsx";
import type { Draft } from "#/features/compose/drafts/draft.ts";
import { editDraft, useWriting } from "#/features/compose/drafts/writing.ts";
import { SendLaterMenu } from "#/features/compose/send/send-later.tsx";
import { useShortcut } from "#/state/commands/shortcuts.ts";
import { Button } from "#/ui/button.tsx";
import { MenuIcon, menuItem } from "#/ui/menu.tsx";

const words = composeTexts.reply;
const icon = { size: 16, strokeWidth: 1.75, "aria-hidden": true } as const;

/** The actions on the reply, and the state of its save. */
export function ReplyFooter(props: {
  /** Id of the form that "Send" submits. */
  form: string;
  draft: Draft;
  canSend: boolean;
  isSending: boolean;
  onAttach: () => void;
  onRich: () => void;
  /** Sends the reply and archives the answered message. */
  onArchive: (() => void) | undefined;
  onLater: (sendAt: string) => void;
  onOtherTime: () => void;
  onOtherReminder: () => void;
  onClose: () => void;
}) {
  const { draft, canSend, isSending } = props;
  const state = useWriting(({ states }) => states[draft.key] ?? "none");
  const shortcut = useShortcut("sendArchive");
  return (
    <footer className="flex shrink-0 flex-wrap items-center justify-end gap-1 border-t border-line px-3 py-2 max-md:pb-[max(0.5rem,env(safe-area-inset-bottom))]">
      <span inert={isSending} className="flex items-center gap-0.5">
        <DraftTools isRich={draft.html !== null} onAttach={props.onAttach} onRich={props.onRich} />
      </span>
      <span className="me-auto flex min-w-0 items-center gap-x-3 ps-1 text-label text-ink-3">
        <span className="@max-lg:hidden">{words.hint}</span>
        <span className="truncate">{composeTexts.state[state]}</span>
      </span>
      {/* A phone lacks the space, and the close button does the same. */}
      <Button tone="quiet" onClick={props.onClose} className="@max-sm:hidden">
        {composeTexts.cancel}
      </Button>
      <span className="flex">
        <Button
          type="submit"
          form={props.form}
          tone="primary"
          size="large"
          disabled={!canSend}
          isBusy={isSending}
          className="rounded-e-none"
        >
          {isSending ? composeTexts.sending : words.send}
        </Button>
        <SendLaterMenu
          label={words.otherWays}
          icon={<ChevronDown {...icon} />}
          isDisabled={!canSend}
          onChoose={props.onLater}
          onOther={props.onOtherTime}
          chosenReminder={draft.remindAfter}
          onRemind={(remindAfter) => editDraft(draft.key, { remindAfter })}
          onOtherReminder={props.onOtherReminder}
        >
          {props.onArchive && (
            <button type="button" {...menuItem} onClick={props.onArchive}>
              <MenuIcon>
                <Archive strokeWidth={1.75} aria-hidden="true" />
              </MenuIcon>
              <span className="flex-1">{words.sendArchive}</span>
              {shortcut && (
                <span className="ps-4 text-label text-ink-3 coarse:hidden">{shortcut}</span>
              )}
            </button>
          )}
        </SendLaterMenu>
      </span>
    </footer>
  );
}
