import { useQueryClient } from "@tanstack/react-query";
import { lazy, useEffect, useState } from "react";
import { emailQuery } from "#/api/queries.ts";
import { isCovered } from "#/lib/is-key-handled.ts";
import { patiently } from "#/lib/retry-import.ts";
import { useSteady } from "#/lib/use-steady.ts";
import type { FiledList } from "#/screens/mail/use-filing.ts";
import { select, toggled } from "#/state/view/selection.ts";
import { OptionalPart } from "#/ui/form/optional-part.tsx";

const QuickLookPanel = lazy(async () => {
  const { QuickLookPanel: Part } = await patiently(
    () => import("#/screens/mail/quick-look-panel.tsx"),
  );
  return { default: Part };
});

/** A shorter press of the key selects the row. */
const holdMs = 250;

/** Shows the message under the keyboard cursor beside the list while Space is held on its row. Nothing is marked as read. */
export function QuickLook({ list }: { list: FiledList }) {
  const client = useQueryClient();
  const [heldId, setHeldId] = useState<string | null>(null);
  const steady = useSteady({
    fetch: (id: string) => void client.prefetchQuery(emailQuery(id)),
    select: (id: string) => {
      list.setCursorId(id);
      select(list.key, toggled(id));
    },
  });
  useEffect(() => {
    const over = new AbortController();
    /** The row on which the key went down, until it is released. */
    let pressed: { id: string; isLong: boolean; timer: number } | null = null;
    const end = () => {
      clearTimeout(pressed?.timer);
      pressed = null;
      setHeldId(null);
    };
    const handleDown = (event: KeyboardEvent) => {
      if (event.key !== " ") return;
      const id = pressed ? pressed.id : rowOf(event);
      if (id === null) return;
      // The row would select itself at once, and the list would scroll.
      event.preventDefault();
      event.stopPropagation();
      if (pressed) return;
      steady.fetch(id);
      const show = () => {
        if (pressed) pressed.isLong = true;
        setHeldId(id);
      };
      pressed = { id, isLong: false, timer: window.setTimeout(show, holdMs) };
    };
    const handleUp = (event: KeyboardEvent) => {
      if (event.key !== " " || !pressed) return;
      const { id, isLong } = pressed;
      end();
      if (!isLong) steady.select(id);
    };
    const options = { capture: true, signal: over.signal };
    window.addEventListener("keydown", handleDown, options);
    window.addEventListener("keyup", handleUp, options);
    // Without the focus, the release of the key is not reported.
    window.addEventListener("blur", end, { signal: over.signal });
    return () => {
      over.abort();
      end();
    };
  }, [steady]);
  if (heldId === null) return null;
  return (
    <OptionalPart>
      <QuickLookPanel emailId={list.cursorId ?? heldId} />
    </OptionalPart>
  );
}

/** Returns the message of the row on which a key was pressed; null anywhere else, and with a modifier. */
function rowOf(event: KeyboardEvent): string | null {
  const { target } = event;
  const isModified = event.shiftKey || event.ctrlKey || event.metaKey || event.altKey;
  if (isModified || event.repeat || isCovered()) return null;
  if (!(target instanceof HTMLElement) || target.role !== "row") return null;
  return target.dataset["email"] ?? null;
}
