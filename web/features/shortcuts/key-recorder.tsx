import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { KeyList } from "#/features/shortcuts/key-list.tsx";
import { shortcutTexts } from "#/features/shortcuts/shortcut-texts.ts";
import { strokeOf } from "#/lib/stroke.ts";
import { texts } from "#/texts/shared/app-texts.ts";
import { commandTexts } from "#/state/commands/command-texts.ts";
import type { CommandId } from "#/state/commands/default-keys.ts";
import { isChoosable } from "#/state/commands/shortcuts.ts";
import { Button } from "#/ui/button.tsx";

/** Time in which a second key may follow the first, in milliseconds. */
const waitMs = 900;
/** Keys that browsers and fields need themselves. */
const reserved = /^Mod\+(?:[acfhlnopqrstvwxy0-9]|Shift\+[CIJNPRTW])$/;

/** Records the next key, or the next two, for a command. */
export function KeyRecorder(props: {
  command: CommandId;
  conflicts: (key: string) => readonly CommandId[];
  /** Called with the key, or null for none. */
  onDone: (key: string | null) => void;
  onCancel: () => void;
}) {
  const { conflicts, onDone } = props;
  const field = useRef<HTMLDivElement>(null);
  const [pressed, setPressed] = useState<readonly string[]>([]);
  const [isAsking, setAsking] = useState(false);
  const [error, setError] = useState("");
  const key = pressed.join(" ");
  const taken = isAsking ? conflicts(key) : [];
  useEffect(() => field.current?.focus(), []);
  useEffect(() => {
    if (pressed.length === 0 || isAsking) return;
    const finish = () => {
      if (conflicts(key).length > 0) setAsking(true);
      else onDone(key);
    };
    const timer = setTimeout(finish, pressed.length > 1 ? 0 : waitMs);
    return () => clearTimeout(timer);
  }, [pressed, isAsking, key, conflicts, onDone]);

  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Tab" || event.nativeEvent.isComposing) return;
    // A key pressed here is recorded and has no other effect.
    event.preventDefault();
    event.stopPropagation();
    const stroke = strokeOf(event.nativeEvent);
    if (!stroke) return;
    setError("");
    if (stroke === "Escape") return props.onCancel();
    if (stroke === "Backspace") return onDone(null);
    if (reserved.test(stroke)) return setError(shortcutTexts.reserved);
    if (!isChoosable(stroke) || /[|\s]/.test(stroke)) return;
    setPressed(isAsking || pressed.length > 1 ? [stroke] : [...pressed, stroke]);
    setAsking(false);
  };
  return (
    <div className="flex flex-col gap-2 bg-selected px-4 py-2.5 text-control">
      <div className="flex flex-wrap items-center gap-3">
        <span className="min-w-0 flex-1 font-medium">{commandTexts[props.command]}</span>
        <div
          ref={field}
          role="textbox"
          aria-label={shortcutTexts.edit(commandTexts[props.command])}
          aria-readonly="true"
          tabIndex={0}
          onKeyDown={handleKeyDown}
          className="flex h-8 min-w-32 items-center justify-center rounded-control border border-accent bg-surface px-3 text-ink-3 outline-2 outline-offset-2 outline-transparent focus-visible:outline-accent"
        >
          {key ? <KeyList keys={[key]} /> : shortcutTexts.record}
        </div>
        <Button tone="quiet" onClick={props.onCancel}>
          {texts.cancel}
        </Button>
      </div>
      <output className="text-label text-ink-2">
        {error ||
          (taken.length > 0
            ? shortcutTexts.taken(taken.map((id) => commandTexts[id]).join(", "))
            : shortcutTexts.recordHint)}
      </output>
      {taken.length > 0 && (
        <Button className="self-start" onClick={() => onDone(key)}>
          {shortcutTexts.replace}
        </Button>
      )}
    </div>
  );
}
