import { X } from "lucide-react";
import {
  type ClipboardEvent,
  type KeyboardEvent,
  useId,
  useRef,
  useState,
  type RefObject,
} from "react";
import {
  splitAddresses,
  type Written,
  written,
  writtenAs,
} from "#/features/compose/recipients/addresses.ts";
import { composeTexts } from "#/features/compose/compose-texts.ts";
import { type Suggestion, useSuggestions } from "#/features/compose/recipients/use-suggestions.ts";
import { cn } from "#/lib/class-names.ts";
import { isRightToLeft } from "#/lib/direction.ts";
import { LiveRegion } from "#/ui/live-region.tsx";

const words = composeTexts.recipients;

/**
 * The field for recipients: each complete one is a chip; the text being typed follows the chips and is part of the value too.
 * Known contacts are suggested below; the arrow keys select one and Enter accepts it.
 */
export function RecipientField(props: {
  id: string;
  label: string;
  value: string;
  onChange: (value: string) => void;
  isFocused?: boolean;
  inputRef?: RefObject<HTMLInputElement | null>;
}) {
  const [chips, setChips] = useState<readonly Written[]>(() => splitAddresses(props.value));
  const [typed, setTyped] = useState("");
  const [active, setActive] = useState(-1);
  const [isOpen, setOpen] = useState(false);
  const own = useRef<HTMLInputElement>(null);
  const input = props.inputRef ?? own;
  const list = useRef<HTMLUListElement>(null);
  const listId = useId();
  const suggestions = useSuggestions(typed, chips, isOpen);
  const isShown = isOpen && suggestions.length > 0;

  const set = (nextChips: readonly Written[], nextTyped: string) => {
    setChips(nextChips);
    setTyped(nextTyped);
    setActive(-1);
    props.onChange(
      [...nextChips.map(({ text }) => text), nextTyped.trim()].filter(Boolean).join(", "),
    );
  };
  const commit = (text: string) => set([...chips, ...splitAddresses(text)], "");
  const choose = (suggestion: Suggestion) => {
    // Each member of a group becomes a chip, which shows the recipients before the message is sent.
    const people = suggestion.kind === "group" ? suggestion.members : [suggestion];
    set([...chips, ...people.map(({ name, address }) => writtenAs(written(name, address)))], "");
    setOpen(false);
    input.current?.focus();
  };
  const removeAt = (index: number) => {
    set(
      chips.filter((_, at) => at !== index),
      typed,
    );
    input.current?.focus();
  };
  const editAt = (index: number) => {
    const chip = chips[index];
    if (!chip) return;
    const others = chips.filter((_, at) => at !== index);
    set(typed.trim() ? [...others, ...splitAddresses(typed)] : others, chip.text);
    input.current?.focus();
  };
  const focusChip = (index: number) => {
    const buttons = list.current?.querySelectorAll<HTMLElement>("[data-chip]");
    if (index >= (buttons?.length ?? 0)) input.current?.focus();
    else buttons?.[Math.max(0, index)]?.focus();
  };

  const handleKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return;
    const isAtStart =
      event.currentTarget.selectionStart === 0 && event.currentTarget.selectionEnd === 0;
    const picked = suggestions[active];
    switch (event.key) {
      case "ArrowDown":
      case "ArrowUp": {
        event.preventDefault();
        setOpen(true);
        const by = event.key === "ArrowDown" ? 1 : -1;
        const count = suggestions.length;
        if (count > 0) setActive(active < 0 && by < 0 ? count - 1 : (active + by + count) % count);
        return;
      }
      case "Escape":
        if (!isShown) return;
        // Closes only the list, not the dialog around it.
        event.stopPropagation();
        setOpen(false);
        setActive(-1);
        return;
      case "Enter":
      case "Tab":
        if (isShown && picked) {
          event.preventDefault();
          choose(picked);
        } else if (typed.trim()) {
          if (event.key === "Enter") event.preventDefault();
          commit(typed);
        } else if (event.key === "Enter") event.preventDefault();
        return;
      case ",":
      case ";":
        // Inside a quoted name both characters are text.
        if (!typed.trim() || typed.split('"').length % 2 === 0) return;
        event.preventDefault();
        commit(typed);
        return;
      case "Backspace":
      case isRightToLeft(event.currentTarget) ? "ArrowRight" : "ArrowLeft":
        if (isAtStart && chips.length > 0) {
          event.preventDefault();
          focusChip(chips.length - 1);
        }
    }
  };
  const handleChipKey = (event: KeyboardEvent, index: number) => {
    const rightward = isRightToLeft(event.currentTarget) ? -1 : 1;
    const actions: Record<string, () => void> = {
      ArrowLeft: () => focusChip(index - rightward),
      ArrowRight: () => focusChip(index + rightward),
      Backspace: () => removeAt(index),
      Delete: () => removeAt(index),
      Enter: () => editAt(index),
    };
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  };
  const handlePaste = (event: ClipboardEvent<HTMLInputElement>) => {
    const pasted = event.clipboardData.getData("text");
    const found = splitAddresses(pasted);
    if (found.length < 2 && !found[0]?.isValid) return;
    event.preventDefault();
    commit(`${typed}${pasted}`);
  };

  return (
    // The whole row is the control: a press beside the chips goes to where one types.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- as said above
    <div
      className="flex min-w-0 flex-1 cursor-text sm:relative flex-wrap items-center gap-1 py-1"
      onClick={(event) => event.target === event.currentTarget && input.current?.focus()}
    >
      {chips.length > 0 && (
        <ul ref={list} aria-label={words.chosen(props.label)} className="contents">
          {chips.map((chip, index) => (
            <Chip
              // The same address may occur twice.
              key={`${index} ${chip.text}`}
              chip={chip}
              onKeyDown={(event) => handleChipKey(event, index)}
              onEdit={() => editAt(index)}
              onRemove={() => removeAt(index)}
            />
          ))}
        </ul>
      )}
      <input
        ref={input}
        id={props.id}
        type="text"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isShown}
        aria-controls={isShown ? listId : undefined}
        aria-activedescendant={isShown && active >= 0 ? `${listId}-${active}` : undefined}
        inputMode="email"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- The row appears because it was asked for.
        autoFocus={props.isFocused}
        value={typed}
        onChange={(event) => {
          set(chips, event.target.value);
          setOpen(true);
        }}
        onKeyDown={handleKeyDown}
        onPaste={handlePaste}
        onBlur={() => {
          setOpen(false);
          if (typed.trim()) commit(typed);
        }}
        className={cn(
          "h-8 min-w-24 flex-1 bg-transparent text-ui outline-none coarse:h-9 coarse:text-[1rem]",
          // After chips it takes no separate line until the user types.
          chips.length > 0 &&
            typed === "" &&
            "not-focus:pointer-events-none not-focus:absolute not-focus:w-6 not-focus:min-w-0",
        )}
      />
      {isShown && (
        <ul
          id={listId}
          role="listbox"
          aria-label={words.suggestions}
          className="absolute top-full start-0 z-20 mt-1 max-h-64 w-full max-w-100 max-sm:max-w-none overflow-y-auto rounded-menu border border-line bg-raised p-1 shadow-menu"
        >
          {suggestions.map((suggestion, index) => (
            // The input keeps the focus and handles the keys of the list.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- as said above
            <li
              key={suggestion.key}
              id={`${listId}-${index}`}
              role="option"
              aria-selected={index === active}
              tabIndex={-1}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => choose(suggestion)}
              className={cn(
                "flex min-h-9 flex-col justify-center rounded-control px-2 py-1 text-control coarse:min-h-11",
                index === active ? "bg-selected" : "hover:bg-hover",
              )}
            >
              <Suggested suggestion={suggestion} />
            </li>
          ))}
        </ul>
      )}
      <LiveRegion>{isShown ? words.count(suggestions.length) : ""}</LiveRegion>
    </div>
  );
}

function Suggested({ suggestion }: { suggestion: Suggestion }) {
  const { name } = suggestion;
  const beside =
    suggestion.kind === "group" ? words.group(suggestion.members.length) : suggestion.address;
  return (
    <>
      <span className="truncate">{name || beside}</span>
      {name && name !== beside && <span className="truncate text-label text-ink-3">{beside}</span>}
    </>
  );
}

function Chip(props: {
  chip: Written;
  onKeyDown: (event: KeyboardEvent) => void;
  onEdit: () => void;
  onRemove: () => void;
}) {
  const { chip } = props;
  const shown = chip.name || chip.address;
  return (
    <li
      className={cn(
        "flex h-7 max-w-full min-w-0 items-center rounded-full border text-control coarse:h-9",
        chip.isValid ? "border-line bg-sunken/70" : "border-danger bg-danger-soft text-danger",
      )}
    >
      <button
        type="button"
        data-chip=""
        title={chip.text}
        aria-label={chip.isValid ? chip.text : words.invalid(chip.text)}
        onKeyDown={props.onKeyDown}
        onDoubleClick={props.onEdit}
        className="h-full min-w-0 truncate rounded-s-full ps-2.5"
      >
        {shown}
      </button>
      <button
        type="button"
        tabIndex={-1}
        aria-label={words.remove(shown)}
        onClick={props.onRemove}
        className="grid h-full w-6 shrink-0 place-items-center rounded-e-full opacity-70 hover:opacity-100 coarse:w-9"
      >
        <X size={12} strokeWidth={2} aria-hidden="true" />
      </button>
    </li>
  );
}
