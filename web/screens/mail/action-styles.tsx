import {
  AlarmClockOff,
  Archive,
  Clock,
  Copy,
  FolderInput,
  Inbox,
  type LucideIcon,
  Mail,
  MailOpen,
  OctagonAlert,
  ShieldCheck,
  Star,
  StarOff,
  Tag,
  Trash2,
  Volume2,
  VolumeX,
} from "lucide-react";
import { filingTexts } from "#/features/filing/filing-texts.ts";
import type { Filing, Meant } from "#/screens/mail/use-filing.ts";
import { type ActionName, isOffered, type QuestionName } from "#/state/changes/mail-actions.ts";
import { useShortcut } from "#/state/commands/shortcuts.ts";
import type { CommandId } from "#/state/commands/default-keys.ts";
import { IconButton } from "#/ui/icon-button.tsx";
import { MenuIcon, menuItem } from "#/ui/menu.tsx";

/** All actions of a toolbar or a menu. */
export type Choice = ActionName | QuestionName;

const looks: Record<Choice, { icon: LucideIcon; command: CommandId }> = {
  archive: { icon: Archive, command: "archive" },
  inbox: { icon: Inbox, command: "inbox" },
  spam: { icon: OctagonAlert, command: "spam" },
  notSpam: { icon: ShieldCheck, command: "notSpam" },
  trash: { icon: Trash2, command: "remove" },
  deleteForever: { icon: Trash2, command: "remove" },
  read: { icon: MailOpen, command: "read" },
  unread: { icon: Mail, command: "unread" },
  star: { icon: Star, command: "star" },
  unstar: { icon: StarOff, command: "star" },
  mute: { icon: VolumeX, command: "mute" },
  unmute: { icon: Volume2, command: "unmute" },
  unsnooze: { icon: AlarmClockOff, command: "unsnooze" },
  snooze: { icon: Clock, command: "snooze" },
  label: { icon: Tag, command: "label" },
  move: { icon: FolderInput, command: "move" },
  copy: { icon: Copy, command: "copy" },
};

const icon = { size: 16, strokeWidth: 1.75, "aria-hidden": true } as const;

interface ChoiceProps {
  filing: Filing;
  choice: Choice;
  of: Meant;
}

/** An action as an icon in a toolbar. */
export function ChoiceButton(
  props: ChoiceProps & { className?: string | undefined; size?: "small" },
) {
  const { choice, size = "normal" } = props;
  const { icon: Icon, command } = looks[choice];
  const shortcut = useShortcut(command);
  return (
    <IconButton
      label={filingTexts.actions[choice]}
      shortcut={shortcut}
      icon={<Icon {...icon} />}
      onClick={() => choose(props)}
      size={size}
      {...(props.className && { className: props.className })}
    />
  );
}

/** An action as an icon above its name, in the bar of a phone. */
export function ChoiceColumn(props: ChoiceProps) {
  const { icon: Icon } = looks[props.choice];
  return (
    <button type="button" className={barColumn} onClick={() => choose(props)}>
      <Icon {...icon} size={20} />
      <span className="max-w-full truncate text-meta">
        {filingTexts.actions[props.choice].replace("…", "")}
      </span>
    </button>
  );
}

/** The look of a place in the bar of a phone. */
export const barColumn =
  "flex h-full min-w-0 flex-col items-center justify-center gap-0.5 rounded-control text-ink-2 active:bg-hover disabled:opacity-45";

/** An action as a menu item. */
export function ChoiceItem(props: ChoiceProps) {
  const { choice } = props;
  const { icon: Icon, command } = looks[choice];
  const shortcut = useShortcut(command);
  return (
    <button type="button" {...menuItem} onClick={() => choose(props)}>
      <MenuIcon>
        <Icon {...icon} />
      </MenuIcon>
      <span className="flex-1 whitespace-nowrap">{filingTexts.actions[choice]}</span>
      {shortcut && <span className="ps-4 text-label text-ink-3 coarse:hidden">{shortcut}</span>}
    </button>
  );
}

/** Returns the choices that the view offers and that would change something, in this order. */
export function offered(filing: Filing, choices: readonly Choice[], of: Meant): Choice[] {
  return choices.filter((choice) => {
    if (!isOffered(filing.view, choice)) return false;
    const condition = conditions[choice];
    return condition === undefined || condition(filing, of);
  });
}

/** A choice without an effect is not offered. */
const conditions: Partial<Record<Choice, (filing: Filing, of: Meant) => boolean>> = {
  read: (filing, of) => filing.some("isSeen", false, of),
  unread: (filing, of) => !filing.some("isSeen", false, of),
  star: (filing, of) => filing.some("isStarred", false, of),
  unstar: (filing, of) => !filing.some("isStarred", false, of),
  mute: (filing, of) => !filing.isMuted(of),
  unmute: (filing, of) => filing.isMuted(of),
};

function choose({ filing, choice, of }: ChoiceProps): void {
  if (choice === "move" || choice === "copy" || choice === "label" || choice === "snooze") {
    filing.ask(choice, of);
  } else {
    filing.act(choice, of);
  }
}
