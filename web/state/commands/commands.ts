import { useEffect, useRef } from "react";
import { isCovered, isTaken } from "#/lib/is-key-handled.ts";
import { strokeOf } from "#/lib/stroke.ts";
import { bindings } from "#/state/commands/shortcuts.ts";
import { type CommandId, commandIds } from "#/state/commands/default-keys.ts";

/** Maximum time between the two strokes of a sequence. */
const sequenceMs = 1000;
/** Maximum age of a waiting key or menu choice: a later one would surprise. */
const retentionMs = 10_000;

/** Handlers of commands in the current context. A command that makes no sense there is absent or undefined. */
export type Runs = Readonly<Partial<Record<CommandId, (() => void) | undefined>>>;

interface Press {
  stroke: string;
  target: EventTarget | null;
  atMs: number;
}

/** Available commands: those of each mounted part, the latest last. */
const layers: { current: Runs }[] = [];
let before = { stroke: "", atMs: Number.NEGATIVE_INFINITY };
/** Number of parts that are still loading, and the keys and choices in between that no mounted part handles. */
let awaited = 0;
let kept: (Press | { chosen: CommandId; atMs: number })[] = [];

/** Offers commands while the component is mounted: to the keys, the palette and the frame that shows mail. */
export function useCommands(runs: Runs): void {
  const latest = useRef(runs);
  useEffect(() => {
    latest.current = runs;
  });
  useEffect(() => {
    layers.push(latest);
    queueMicrotask(pressHeld);
    return () => void layers.splice(layers.indexOf(latest), 1);
  }, []);
}

/** Placeholder for a part that is still loading: keys and choices that no other part handles wait for it. Renders nothing. */
export function CommandsLater(): null {
  useEffect(() => {
    awaited += 1;
    return () => {
      awaited -= 1;
      // The part that replaces it has registered its commands before this runs.
      queueMicrotask(pressHeld);
    };
  }, []);
  return null;
}

/** Handles the keys of the whole page. */
export function useCommandKeys(): void {
  useEffect(() => {
    window.addEventListener("keydown", handleKey);
    return () => window.removeEventListener("keydown", handleKey);
  }, []);
}

/**
 * Runs the command of a key in a window that handles its keys itself, also while the user types; returns true if there is one.
 */
export function pressWithin(event: KeyboardEvent, runs: Runs): boolean {
  if (event.defaultPrevented || event.isComposing) return false;
  const stroke = strokeOf(event);
  // All other keys are text input.
  const ids = stroke.startsWith("Mod+") ? bindings().get(stroke) : undefined;
  const id = ids?.find((each) => runs[each]);
  if (id) runs[id]?.();
  return id !== undefined;
}

/** Runs the command of a stroke in the frame that shows mail. The frame sends only a name: the page decides its meaning. */
export function pressInFrame(stroke: string): void {
  if (isOfFrame(stroke)) press({ stroke, target: null, atMs: performance.now() });
}

/** Returns the strokes that the frame forwards. Strokes that scroll or open a link stay with the message. */
export function strokesOfFrame(): string[] {
  return [...new Set([...bindings().keys()].flatMap((key) => key.split(" ")))].filter(isOfFrame);
}

function isOfFrame(stroke: string): boolean {
  return !/^(?:Arrow\w+|Home|End|(?:Shift\+)?Enter)$/.test(stroke);
}

/** Returns the available commands, in the order of the registry. */
export function commandsNow(): CommandId[] {
  return commandIds.filter((id) => runOf(id) !== undefined);
}

/** Runs a command if it is available, or as soon as its handler is loaded. */
export function runCommand(id: CommandId): void {
  const run = runOf(id);
  if (run) run();
  else if (awaited > 0) kept.push({ chosen: id, atMs: performance.now() });
}

function runOf(id: CommandId): (() => void) | undefined {
  return layers.findLast(({ current }) => current[id])?.current[id];
}

function handleKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return;
  const stroke = strokeOf(event);
  if (stroke && press({ stroke, target: event.target, atMs: event.timeStamp }))
    event.preventDefault();
}

function press(pressed: Press): boolean {
  const { stroke, target, atMs } = pressed;
  if (isCovered()) return false;
  const isTyped = isTaken(target);
  if (isTyped && !stroke.startsWith("Mod+")) return false;
  const isSoon = atMs - before.atMs < sequenceMs;
  const ofTwo = isSoon ? bindings().get(`${before.stroke} ${stroke}`) : undefined;
  const ids = ofTwo ?? bindings().get(stroke);
  before = { stroke, atMs };
  const id = ids?.find((each) => (!isTyped || each === "palette") && runOf(each));
  if (id) {
    before = { stroke: "", atMs };
    runCommand(id);
  } else if (awaited > 0) kept.push(pressed);
  return id !== undefined;
}

function pressHeld(): void {
  const again = kept;
  kept = [];
  before = { stroke: "", atMs: Number.NEGATIVE_INFINITY };
  for (const each of again) {
    if (performance.now() - each.atMs > retentionMs) continue;
    if ("chosen" in each) runCommand(each.chosen);
    else press(each);
  }
}
