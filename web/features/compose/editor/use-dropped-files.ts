import { type ClipboardEvent, type DragEvent, useState } from "react";

/** Handles files pasted into a window or dropped on it. */
export function useGivenFiles(attach: (files: Iterable<File>) => void) {
  const [isDropping, setDropping] = useState(false);
  const onPaste = (event: ClipboardEvent) => {
    if (event.defaultPrevented || event.clipboardData.files.length === 0) return;
    // Spreadsheets copy an image of the cells beside their text.
    if (event.clipboardData.types.includes("text/plain")) return;
    event.preventDefault();
    attach(event.clipboardData.files);
  };
  const onDragOver = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    setDropping(true);
  };
  const onDragLeave = (event: DragEvent) => {
    // Safe: the related target is a node of this page, or null.
    if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setDropping(false);
  };
  const onDrop = (event: DragEvent) => {
    setDropping(false);
    if (event.defaultPrevented || event.dataTransfer.files.length === 0) return;
    event.preventDefault();
    attach(event.dataTransfer.files);
  };
  return { isDropping, handlers: { onPaste, onDragOver, onDragLeave, onDrop } };
}
