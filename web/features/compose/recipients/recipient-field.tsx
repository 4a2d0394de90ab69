import {
  type ClipboardEvent,
  type KeyboardEvent,
  useId,
  useRef,
  useState,
  type RefObject,
} from "react";
import { splitAddresses } from "#/features/compose/recipients/addresses.ts";
import { composeTexts } from "#/features/compose/compose-texts.ts";
import { useChipMoves } from "#/features/compose/recipients/chip-drag.ts";
import { ChipList } from "#/features/compose/recipients/chip-list.tsx";
import { SuggestionList } from "#/features/compose/recipients/suggestion-list.tsx";
import { useChips } from "#/features/compose/recipients/use-chips.ts";
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
  const field = useChips(props.value, (value) => {
    setActive(-1);
    props.onChange(value);
  });
  const { chips, typed, type, commit, add, removeAt, editAt } = field;
  const [active, setActive] = useState(-1);
  const [isOpen, setOpen] = useState(false);
  const own = useRef<HTMLInputElement>(null);
  const input = props.inputRef ?? own;
  const list = useRef<HTMLUListElement>(null);
  const listId = useId();
  const suggestions = useSuggestions(typed, chips, isOpen);
  const isShown = isOpen && suggestions.length > 0;
  const moves = useChipMoves(props.id, field, input);

  const choose = (suggestion: Suggestion) => {
    add(suggestion);
    setOpen(false);
    input.current?.focus();
  };
  const remove = (index: number) => {
    removeAt(index);
    input.current?.focus();
  };
  const edit = (index: number) => {
    editAt(index);
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
      className="flex min-w-0 flex-1 cursor-text sm:relative flex-wrap items-center gap-1 rounded-control py-1 data-over:bg-selected"
      {...moves.place}
      onClick={(event) => event.target === event.currentTarget && input.current?.focus()}
    >
      {chips.length > 0 && (
        <ChipList
          listRef={list}
          label={props.label}
          chips={chips}
          onFocusAt={focusChip}
          onEdit={edit}
          onRemove={remove}
          onDragStart={moves.start}
        />
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
          type(event.target.value);
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
        <SuggestionList id={listId} suggestions={suggestions} active={active} onChoose={choose} />
      )}
      <LiveRegion>{isShown ? words.count(suggestions.length) : ""}</LiveRegion>
    </div>
  );
}
