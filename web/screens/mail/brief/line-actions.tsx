import { Check, Clock, Reply } from "lucide-react";
import { useRef, useState } from "react";
import { keyOfLine, type PartLine } from "#/features/brief/brief-lines.tsx";
import { briefTexts as words } from "#/features/brief/brief-texts.ts";
import { SnoozeDialog } from "#/features/filing/snooze-dialog.tsx";
import { type BriefActions, useBriefActions } from "#/screens/mail/brief/use-brief-actions.ts";
import { useCommands } from "#/state/commands/commands.ts";
import { useShortcut } from "#/state/commands/shortcuts.ts";
import { IconButton } from "#/ui/icon-button.tsx";

const icon = { size: 16, strokeWidth: 1.75, "aria-hidden": true } as const;

/**
 * Returns the actions on the lines of a brief, the part of the page that they are in, and the keys that move through them. The
 * keys are those of the list.
 */
export function useBriefLines(lines: readonly PartLine[], { hasKeys }: { hasKeys: boolean }) {
  const actions = useBriefActions();
  const area = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState("");
  const left = lines.filter(({ line }) => !actions.done.has(line.emailId));
  const keys = left.map(keyOfLine);
  const current = left[keys.indexOf(at)];
  const focus = (key: string | undefined) => {
    if (key === undefined) return;
    area.current?.querySelector<HTMLElement>(`[data-line="${CSS.escape(key)}"] a`)?.focus();
  };
  const step = (by: 1 | -1) => () => {
    const index = keys.indexOf(at);
    // A dialog or the page had the focus: the key returns it first.
    const isHere = area.current?.contains(document.activeElement) === true;
    const to = isHere ? index + by : index;
    focus(keys[index < 0 ? 0 : Math.max(0, Math.min(to, keys.length - 1))]);
  };
  /** Moves the focus on before the line leaves with it. */
  const leave = (of: PartLine, act: () => void) => {
    const index = keys.indexOf(keyOfLine(of));
    const others = left.filter(({ line }) => line.emailId !== of.line.emailId).map(keyOfLine);
    const after = keys.slice(index + 1).find((key) => others.includes(key)) ?? others.at(-1);
    setAt(after ?? "");
    if (area.current?.contains(document.activeElement)) focus(after);
    act();
  };
  const finish = (of: PartLine) => leave(of, () => actions.finish(of));
  useCommands(
    !hasKeys || keys.length === 0
      ? {}
      : {
          next: step(1),
          previous: step(-1),
          ...(current && {
            archive: () => finish(current),
            reply: () => void actions.write(current),
            snooze: () => actions.askToSnooze(current),
          }),
        },
  );
  return {
    done: actions.done,
    /** Number of messages that are left. */
    left: new Set(left.map(({ line }) => line.emailId)).size,
    /** Attributes of the element that contains the lines. */
    area: {
      ref: area,
      onFocus: ({ target }: { target: EventTarget }) => {
        const line = target instanceof Element ? target.closest<HTMLElement>("[data-line]") : null;
        if (line?.dataset["line"]) setAt(line.dataset["line"]);
      },
    },
    renderActions: (of: PartLine) => (
      <LineActions of={of} actions={actions} onFinish={() => finish(of)} />
    ),
    dialog: actions.asked && (
      <Snooze
        key={actions.asked.count}
        of={actions.asked}
        onFile={(of, action) => leave(of, () => actions.snooze(of, action))}
      />
    ),
  };
}

/** The buttons of a line. */
function LineActions(props: { of: PartLine; actions: BriefActions; onFinish: () => void }) {
  const { of, actions } = props;
  const [isBusy, setBusy] = useState(false);
  const write = async () => {
    setBusy(true);
    await actions.write(of);
    setBusy(false);
  };
  const isWaiting = of.part === "waiting";
  return (
    <>
      <IconButton
        label={isWaiting ? words.nudge : words.reply}
        shortcut={useShortcut("reply")}
        icon={<Reply {...icon} />}
        disabled={isBusy}
        onClick={() => void write()}
      />
      <IconButton
        label={words.done}
        shortcut={useShortcut("archive")}
        icon={<Check {...icon} />}
        onClick={props.onFinish}
      />
      <IconButton
        label={words.snooze}
        shortcut={useShortcut("snooze")}
        icon={<Clock {...icon} />}
        onClick={() => actions.askToSnooze(of)}
      />
    </>
  );
}

function Snooze(props: {
  of: PartLine;
  onFile: (
    of: PartLine,
    action: Parameters<Parameters<typeof SnoozeDialog>[0]["onFile"]>[0],
  ) => void;
}) {
  const [isOpen, setOpen] = useState(true);
  return (
    <SnoozeDialog
      isOpen={isOpen}
      emailId={props.of.line.emailId}
      onClose={() => setOpen(false)}
      onFile={(action) => {
        setOpen(false);
        props.onFile(props.of, action);
      }}
    />
  );
}
