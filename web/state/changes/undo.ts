import { texts } from "#/texts/shared/app-texts.ts";
import { useSession } from "#/state/session/session.ts";
import { shortcutOf } from "#/state/commands/shortcuts.ts";
import { notify } from "#/state/changes/toasts.ts";

interface Step {
  undo: () => void;
  until: number;
}

/** Actions that can still be undone, the latest last. */
let steps: readonly Step[] = [];
const maxSteps = 30;

useSession.subscribe(({ token }) => {
  if (!token) steps = [];
});

/** Makes the undo key run this function, unless a later action replaces it; returns a function that withdraws it. */
export function offerUndo(undo: () => void, until = Number.POSITIVE_INFINITY): () => void {
  const step = { undo, until };
  steps = [...steps, step].slice(-maxSteps);
  return () => {
    steps = steps.filter((each) => each !== step);
  };
}

/** Undoes the last action: a sent message, a change, a deleted label or a discarded draft. */
export function undoLatest(): void {
  steps = steps.filter(({ until }) => Date.now() <= until);
  const latest = steps.at(-1);
  if (!latest) return;
  steps = steps.slice(0, -1);
  latest.undo();
}

/** Shows a notification of an action with an undo button, and offers the undo to the key as well. */
export function notifyUndoable(doneText: string, undo: () => void): void {
  const withdraw = offerUndo(undo);
  const onAction = () => {
    withdraw();
    undo();
  };
  notify(doneText, { label: undoLabel(), onAction });
}

/** Returns the label of an undo button, with its key on devices with a keyboard. */
export function undoLabel(): string {
  // Outside of a browser, in tests, there are no touch devices.
  const isFinger = typeof matchMedia !== "undefined" && matchMedia("(pointer: coarse)").matches;
  const key = isFinger ? "" : shortcutOf("undo");
  return key ? texts.undoBy(key) : texts.undo;
}
