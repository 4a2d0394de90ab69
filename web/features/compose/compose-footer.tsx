import { Check, EllipsisVertical, Sparkles, Trash2 } from "lucide-react";
import { composeTexts } from "#/features/compose/compose-texts.ts";
import { DraftTools } from "#/features/compose/draft-tools.tsx";
import type { SaveState } from "#/features/compose/drafts/draft-saver.ts";
import type { RemindAfter } from "#/features/compose/send/reply-reminder.tsx";
import { SendLaterMenu } from "#/features/compose/send/send-later.tsx";
import { suggestionTexts } from "#/features/compose/editor/suggestion-texts.ts";
import { cn } from "#/lib/class-names.ts";
import { Button } from "#/ui/button.tsx";
import { DialogFooter } from "#/ui/dialog.tsx";
import { IconButton } from "#/ui/icon-button.tsx";
import { Menu, MenuIcon, menuItem } from "#/ui/menu.tsx";

const icon = { size: 16, strokeWidth: 1.75, "aria-hidden": true } as const;

/** The actions on the message, and the state of its save. */
export function ComposeFooter(props: {
  /** Id of the form that "Send" submits. */
  form: string;
  state: SaveState;
  isSending: boolean;
  canSend: boolean;
  isRich: boolean;
  asksReceipt: boolean;
  onAttach: () => void;
  /** True if the template panel is open. */
  hasTemplates: boolean;
  onTemplates: () => void;
  onRich: () => void;
  onReceipt: () => void;
  onDiscard: () => void;
  onLater: (sendAt: string) => void;
  onOtherTime: () => void;
  remindAfter: RemindAfter;
  onRemind: (remindAfter: RemindAfter) => void;
  onOtherReminder: () => void;
}) {
  return (
    <DialogFooter>
      <span inert={props.isSending} className="-ms-2 flex items-center gap-0.5">
        <DraftTools isRich={props.isRich} onAttach={props.onAttach} onRich={props.onRich} />
        <IconButton
          label={suggestionTexts.templates.open}
          side="top"
          aria-pressed={props.hasTemplates}
          icon={<Sparkles {...icon} />}
          onClick={props.onTemplates}
          className="aria-pressed:bg-selected"
        />
        <Menu
          label={composeTexts.more}
          button={<EllipsisVertical {...icon} />}
          className="inline-grid size-8 shrink-0 place-items-center rounded-control text-ink-2 hover:bg-hover hover:text-ink coarse:size-11"
        >
          <button
            type="button"
            {...menuItem}
            role="menuitemcheckbox"
            aria-checked={props.asksReceipt}
            onClick={props.onReceipt}
          >
            <MenuIcon>
              <Check {...icon} className={cn(!props.asksReceipt && "invisible")} />
            </MenuIcon>
            {composeTexts.receipt}
          </button>
        </Menu>
      </span>
      <span
        className={cn(
          "me-auto min-w-0 ps-1 text-label",
          // On a phone it needs a separate line to be readable in full.
          props.state === "device"
            ? "text-warn max-sm:order-first max-sm:basis-full"
            : "truncate text-ink-3",
        )}
      >
        {composeTexts.state[props.state]}
      </span>
      <Button
        tone="quiet"
        size="large"
        disabled={props.isSending}
        onClick={props.onDiscard}
        className="max-sm:px-2"
      >
        <Trash2 {...icon} className="sm:hidden" />
        <span className="max-sm:sr-only">{composeTexts.discard}</span>
      </Button>
      <span className="flex">
        <Button
          type="submit"
          form={props.form}
          tone="primary"
          size="large"
          disabled={!props.canSend}
          isBusy={props.isSending}
          className="min-w-24 rounded-e-none max-sm:min-w-16"
        >
          {props.isSending ? composeTexts.sending : composeTexts.send}
        </Button>
        <SendLaterMenu
          isDisabled={!props.canSend}
          onChoose={props.onLater}
          onOther={props.onOtherTime}
          chosenReminder={props.remindAfter}
          onRemind={props.onRemind}
          onOtherReminder={props.onOtherReminder}
        />
      </span>
    </DialogFooter>
  );
}
