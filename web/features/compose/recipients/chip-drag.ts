import { type DragEvent, type RefObject, useEffect, useRef, useState } from "react";
import type { useChips } from "#/features/compose/recipients/use-chips.ts";

interface DraggedChip {
  text: string;
  /** The field that it comes from. */
  field: string;
  /** Removes it from that field. */
  remove: () => void;
}

/** Own type, so that the chip cannot be dropped as text into the message. */
const type = "application/x-inlet-recipient";

/** A page may read the data of a drag only when it ends. */
let dragged: DraggedChip | null = null;

/** Ends the drag of a recipient, wherever it was dropped. */
export function endChipDrag(): void {
  dragged = null;
}

/** Returns the properties of a place to which recipients can be dragged; `onTake` gets their text. */
export function useChipDrop(field: string, onTake: (text: string) => void) {
  const [isOver, setOver] = useState(false);
  const onDragOver = (event: DragEvent) => {
    if (!dragged || dragged.field === field) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = "move";
    setOver(true);
  };
  const onDragLeave = (event: DragEvent) => {
    // Safe: the related target is a node of this page, or null.
    if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
  };
  const onDrop = (event: DragEvent) => {
    setOver(false);
    if (!dragged || dragged.field === field) return;
    event.preventDefault();
    const { text, remove } = dragged;
    dragged = null;
    remove();
    onTake(text);
  };
  return { onDragOver, onDragLeave, onDrop, "data-over": isOver ? "" : undefined };
}

/** Handles the recipients that leave a field or come to it by being dragged; the field then gets the focus. */
export function useChipMoves(
  field: string,
  { chips, take, removeAt }: ReturnType<typeof useChips>,
  input: RefObject<HTMLInputElement | null>,
) {
  // Typed text may become a chip while another one is dragged.
  const latestRemoveAt = useRef(removeAt);
  useEffect(() => {
    latestRemoveAt.current = removeAt;
  });
  const place = useChipDrop(field, (text) => {
    take(text);
    input.current?.focus();
  });
  const start = ({ dataTransfer }: DragEvent, index: number) => {
    const text = chips[index]?.text ?? "";
    dragged = { text, field, remove: () => latestRemoveAt.current(index) };
    dataTransfer.setData(type, text);
    dataTransfer.effectAllowed = "move";
  };
  return { place, start };
}
