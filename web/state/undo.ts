import { texts } from "#/lib/texts.ts";
import { useSession } from "#/state/session.ts";
import { shortcutOf } from "#/state/shortcuts.ts";
import { tell } from "#/state/toasts.ts";

interface Step {
  undo: () => void;
  until: number;
}

/** Everything that can still be taken back, the latest last. */
let steps: readonly Step[] = [];
const stepsKept = 30;

useSession.subscribe(({ token }) => {
  if (!token) steps = [];
});

/** From now on the key for undoing takes this back, unless something later comes first; the answer withdraws it. */
export function offerUndo(undo: () => void, until = Number.POSITIVE_INFINITY): () => void {
  const step = { undo, until };
  steps = [...steps, step].slice(-stepsKept);
  return () => {
    steps = steps.filter((each) => each !== step);
  };
}

/** Takes back what was done last: a mail that was sent, a change, a label or a draft that was thrown away. */
export function undoLatest(): void {
  steps = steps.filter(({ until }) => Date.now() <= until);
  const latest = steps.at(-1);
  if (!latest) return;
  steps = steps.slice(0, -1);
  latest.undo();
}

/** Says what was done, and takes it back when that is asked for, here or by the key. */
export function tellUndoable(said: string, undo: () => void): void {
  const withdraw = offerUndo(undo);
  const onAction = () => {
    withdraw();
    undo();
  };
  tell(said, { label: undoLabel(), onAction });
}

/** The word on the button that takes something back, with its key where there is a keyboard. */
export function undoLabel(): string {
  // Outside of a browser, where tests are, nobody has a finger.
  const isFinger = typeof matchMedia !== "undefined" && matchMedia("(pointer: coarse)").matches;
  const key = isFinger ? "" : shortcutOf("undo");
  return key ? texts.undoBy(key) : texts.undo;
}
