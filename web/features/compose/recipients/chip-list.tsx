import { X } from "lucide-react";
import type { DragEvent, KeyboardEvent, RefObject } from "react";
import type { Written } from "#/features/compose/recipients/addresses.ts";
import { composeTexts } from "#/features/compose/compose-texts.ts";
import { endChipDrag } from "#/features/compose/recipients/chip-drag.ts";
import { cn } from "#/lib/class-names.ts";
import { isRightToLeft } from "#/lib/direction.ts";

const words = composeTexts.recipients;

/**
 * The complete recipients of a field. The arrow keys move between them, Backspace deletes one, and Enter edits it. One can be dragged
 * to another field.
 */
export function ChipList(props: {
  listRef: RefObject<HTMLUListElement | null>;
  label: string;
  chips: readonly Written[];
  /** Moves the focus; the index after the last one is the text field. */
  onFocusAt: (index: number) => void;
  onEdit: (index: number) => void;
  onRemove: (index: number) => void;
  onDragStart: (event: DragEvent, index: number) => void;
}) {
  const { onFocusAt, onEdit, onRemove } = props;
  const handleKeyDown = (event: KeyboardEvent, index: number) => {
    const rightward = isRightToLeft(event.currentTarget) ? -1 : 1;
    const actions: Record<string, () => void> = {
      ArrowLeft: () => onFocusAt(index - rightward),
      ArrowRight: () => onFocusAt(index + rightward),
      Backspace: () => onRemove(index),
      Delete: () => onRemove(index),
      Enter: () => onEdit(index),
    };
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  };
  return (
    <ul ref={props.listRef} aria-label={words.chosen(props.label)} className="contents">
      {props.chips.map((chip, index) => (
        <Chip
          // The same address may occur twice.
          key={`${index} ${chip.text}`}
          chip={chip}
          onKeyDown={(event) => handleKeyDown(event, index)}
          onEdit={() => onEdit(index)}
          onRemove={() => onRemove(index)}
          onDragStart={(event) => props.onDragStart(event, index)}
        />
      ))}
    </ul>
  );
}

function Chip(props: {
  chip: Written;
  onKeyDown: (event: KeyboardEvent) => void;
  onEdit: () => void;
  onRemove: () => void;
  onDragStart: (event: DragEvent) => void;
}) {
  const { chip } = props;
  const shown = chip.name || chip.address;
  return (
    <li
      draggable
      onDragStart={props.onDragStart}
      onDragEnd={endChipDrag}
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
