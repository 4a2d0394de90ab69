import { Dialog } from "@base-ui/react/dialog";
import { limits } from "@inlet/contract/limits.ts";
import { Search } from "lucide-react";
import { type KeyboardEvent, startTransition, useEffect, useId, useRef, useState } from "react";
import { PaletteRow } from "#/features/palette/palette-row.tsx";
import { paletteTexts } from "#/features/palette/palette-texts.ts";
import type { Answer, WriteTo } from "#/features/palette/entries.tsx";
import { recordRecent } from "#/features/palette/recents.ts";
import { type Section, useAnswers } from "#/features/palette/use-answers.ts";
import { useOpenAfterMount } from "#/lib/use-open-after-mount.ts";
import { useMedia } from "#/lib/use-media.ts";
import { keyTexts } from "#/texts/shared/key-texts.ts";
import { openPalette, type PaletteScope } from "#/state/commands/open-dialogs.ts";
import { Kbd } from "#/ui/kbd.tsx";
import { LiveRegion } from "#/ui/live-region.tsx";

/** Finds commands and content by a few letters. It closes without a motion: what was chosen happens at once. */
export function Palette(props: {
  /** Null while it is closed. */
  scope: PaletteScope | null;
  onWriteTo: WriteTo;
}) {
  const { scope } = props;
  const input = useRef<HTMLInputElement>(null);
  const after = useRef<(() => void) | null>(null);
  const isOpen = useOpenAfterMount(scope !== null);
  const choose = ({ key, run, isDisabled }: Answer) => {
    if (isDisabled) return;
    if (!/^(?:email|person|search|worded)\b/.test(key)) recordRecent(key);
    after.current = run;
    openPalette(null);
  };
  return (
    <Dialog.Root
      open={isOpen}
      onOpenChange={(isNowOpen) => !isNowOpen && openPalette(null)}
      // Run the entry after the palette has closed: it may open a window, and the focus must be restored first.
      onOpenChangeComplete={(isNowOpen) => {
        const run = after.current;
        after.current = null;
        if (!isNowOpen) run?.();
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-scrim transition-opacity duration-[140ms] data-starting-style:opacity-0 data-ending-style:duration-0" />
        <Dialog.Popup
          inert={scope === null}
          initialFocus={input}
          className="fixed inset-x-0 top-[max(1rem,12dvh)] z-40 mx-auto flex max-h-[min(32rem,calc(88dvh-1rem))] w-[calc(100vw-2rem)] max-w-160 flex-col overflow-hidden rounded-card border border-line bg-raised text-ink shadow-dialog outline-none transition-[opacity,scale] duration-[140ms] data-starting-style:scale-98 data-starting-style:opacity-0 data-ending-style:duration-0 max-sm:top-2 max-sm:max-h-[calc(100dvh-1rem)] max-sm:w-[calc(100vw-1rem)]"
        >
          <Dialog.Title className="sr-only">{paletteTexts.title}</Dialog.Title>
          {scope && (
            <Finder scope={scope} inputRef={input} onChoose={choose} onWriteTo={props.onWriteTo} />
          )}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Finder(props: {
  scope: PaletteScope;
  inputRef: React.RefObject<HTMLInputElement | null>;
  onChoose: (answer: Answer) => void;
  onWriteTo: WriteTo;
}) {
  const { scope } = props;
  const id = useId();
  const isPhone = useMedia(`(max-width: ${limits.mobileBreakpointPx - 1}px)`);
  const [words, setWords] = useState("");
  const [picked, setPicked] = useState(0);
  const whole = useAnswers(words, { scope, onWriteTo: props.onWriteTo });
  // Render the visible entries first; the rest follows after the paint.
  const [isBegun, setBegun] = useState(false);
  useEffect(() => startTransition(() => setBegun(true)), []);
  const sections = isBegun ? whole : beginning(whole);
  const answers = sections.flatMap((section) => section.answers);
  // The server's response may leave fewer results than there were when the user picked one.
  const at = Math.min(picked, answers.length - 1);

  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const isHeld = event.ctrlKey || event.metaKey;
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, PageDown: at + 8, PageUp: at - 8 }[event.key];
    const answer = answers[at];
    if (isHeld && event.key.toLowerCase() === "k") {
      event.preventDefault();
      openPalette(null);
    } else if (to !== undefined && answers.length > 0) {
      event.preventDefault();
      const isStep = event.key.startsWith("Arrow");
      const last = answers.length - 1;
      setPicked(isStep ? (to + last + 1) % (last + 1) : Math.max(0, Math.min(to, last)));
    } else if (event.key === "Enter") {
      event.preventDefault();
      if (answer) props.onChoose(answer);
    }
  };
  const placeholder =
    scope === "labels"
      ? paletteTexts.labelsPlaceholder
      : isPhone
        ? paletteTexts.placeholderShort
        : paletteTexts.placeholder;
  return (
    <>
      <div className="relative shrink-0 border-b border-line">
        <Search
          size={18}
          strokeWidth={1.75}
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 start-4.5 -translate-y-1/2 text-ink-3"
        />
        <input
          ref={props.inputRef}
          role="combobox"
          aria-label={placeholder}
          aria-expanded="true"
          aria-controls={id}
          aria-autocomplete="list"
          aria-activedescendant={answers.length > 0 ? `${id}-${at}` : undefined}
          type="text"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="go"
          placeholder={placeholder}
          value={words}
          onChange={({ target }) => {
            setWords(target.value);
            setPicked(0);
          }}
          onKeyDown={handleKeyDown}
          className="h-13 w-full bg-transparent pe-4 ps-12 text-ui outline-none placeholder:text-ink-3 coarse:text-[1rem]"
        />
      </div>
      <div
        id={id}
        role="listbox"
        aria-label={paletteTexts.title}
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain scroll-py-8 p-1.5"
      >
        {sections.map((section) => (
          <div
            key={section.title}
            role="group"
            aria-label={section.title}
            className="not-first:mt-1.5"
          >
            <p aria-hidden="true" className="px-2.5 pt-1.5 pb-1 text-label font-medium text-ink-3">
              {section.title}
            </p>
            {section.answers.map((answer) => {
              const index = answers.indexOf(answer);
              return (
                <PaletteRow
                  key={answer.key}
                  id={`${id}-${index}`}
                  answer={answer}
                  isPicked={index === at}
                  onPick={() => setPicked(index)}
                  onChoose={() => props.onChoose(answer)}
                />
              );
            })}
          </div>
        ))}
      </div>
      {answers.length === 0 && (
        <p className="px-4.5 pb-6 text-control text-ink-3">
          {scope === "labels" && !words ? paletteTexts.noLabels : paletteTexts.none}
        </p>
      )}
      <LiveRegion>{paletteTexts.found(answers.length)}</LiveRegion>
      <Hints />
    </>
  );
}

/** Returns as many results as the palette can show without scrolling. */
function beginning(sections: readonly Section[]): Section[] {
  let left = 12;
  return sections.flatMap((section) => {
    const answers = section.answers.slice(0, left);
    left -= answers.length;
    return answers.length > 0 ? [{ ...section, answers }] : [];
  });
}

/** The keys of the palette itself. */
function Hints() {
  const { hints } = paletteTexts;
  return (
    <p
      aria-hidden="true"
      className="flex shrink-0 items-center gap-4 border-t border-line bg-canvas px-4 py-2 text-label text-ink-3 coarse:hidden"
    >
      <span className="flex items-center gap-1.5">
        <Kbd>↑</Kbd>
        <Kbd>↓</Kbd>
        {hints.move}
      </span>
      <span className="flex items-center gap-1.5">
        <Kbd>↵</Kbd>
        {hints.run}
      </span>
      <span className="flex items-center gap-1.5">
        <Kbd>{keyTexts.Escape}</Kbd>
        {hints.close}
      </span>
    </p>
  );
}
