import { useEffect, useRef } from "react";
import type { Answer } from "#/features/palette/entries.tsx";
import { keyCaps, keysOf } from "#/state/commands/shortcuts.ts";
import { usePreference } from "#/state/session/preferences.ts";
import { Kbd } from "#/ui/kbd.tsx";

/** An entry of the palette, with its key. */
export function PaletteRow(props: {
  id: string;
  answer: Answer;
  isPicked: boolean;
  onPick: () => void;
  onChoose: () => void;
}) {
  const { answer, isPicked } = props;
  const { icon: Icon, command, detail } = answer;
  const row = useRef<HTMLDivElement>(null);
  const shortcuts = usePreference("shortcuts");
  const [key] = command ? keysOf(command, shortcuts) : [];
  useEffect(() => {
    if (isPicked) row.current?.scrollIntoView({ block: "nearest" });
  }, [isPicked]);
  return (
    // The keyboard walks the options from the field, which holds the focus.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- as said above
    <div
      ref={row}
      role="option"
      id={props.id}
      aria-selected={isPicked}
      aria-disabled={answer.isDisabled}
      onPointerMove={() => !isPicked && props.onPick()}
      onPointerDown={(event) => event.preventDefault()}
      onClick={props.onChoose}
      className="group flex h-9 cursor-default items-center gap-3 rounded-control px-2.5 text-control text-ink select-none aria-selected:bg-selected coarse:h-11"
    >
      <Icon
        size={16}
        strokeWidth={1.75}
        aria-hidden="true"
        className="shrink-0 text-ink-3 group-aria-selected:text-accent-ink"
      />
      <span className="min-w-0 flex-1 truncate">
        <bdi>
          <Marked text={answer.text} at={answer.at} />
        </bdi>
      </span>
      {detail && (
        <span className="max-w-[40%] shrink-0 truncate max-sm:has-[+span]:hidden text-label text-ink-3">
          <bdi>{detail}</bdi>
        </span>
      )}
      {answer.when && <span className="shrink-0 text-label text-ink-3 tabular">{answer.when}</span>}
      {key && (
        <span className="flex shrink-0 gap-1 coarse:hidden">
          {keyCaps(key).map((cap, index) => (
            <Kbd key={`${index} ${cap}`}>{cap}</Kbd>
          ))}
        </span>
      )}
    </div>
  );
}

/** The text with the matching characters highlighted. */
function Marked({ text, at }: { text: string; at: readonly number[] }) {
  if (at.length === 0) return text;
  return Array.from(text).map((letter, index) =>
    at.includes(index) ? (
      // Letters have no other name than their place.
      // oxlint-disable-next-line react/no-array-index-key -- as said above
      <b key={index} className="font-semibold text-accent-ink">
        {letter}
      </b>
    ) : (
      letter
    ),
  );
}
