/** What names a stroke: a key, and what is held with it. */
type Pressed = Pick<
  KeyboardEvent,
  "key" | "code" | "shiftKey" | "ctrlKey" | "metaKey" | "altKey" | "getModifierState"
>;

/** Keys that are on their way to another. */
const held = /^(?:Shift|Control|Meta|Alt|AltGraph|CapsLock|Fn|Dead|Process|Unidentified)$/;

/**
 * The name of a key as it is pressed: `j`, `Shift+U`, `#`, `Enter`, and `Mod+k` with Ctrl or Cmd. It goes by what the
 * key writes, so that `#` is `#` on every layout; empty when it is on its way to another key, or belongs to the system.
 */
export function strokeOf(event: Pressed): string {
  if (held.test(event.key)) return "";
  // On many layouts a bracket needs AltGr, which Windows reports as Ctrl and Alt.
  const isAltGraph = event.getModifierState("AltGraph");
  if (event.altKey && !isAltGraph) return "";
  const isMod = !isAltGraph && (event.ctrlKey || event.metaKey);
  const letter = letterOf(event);
  const name = letter || event.key;
  // Of the keys that write nothing only Enter means something else with Shift, and only with Ctrl or Cmd.
  const isShifted = event.shiftKey && (letter !== "" || (isMod && name === "Enter"));
  const whole = isShifted ? `Shift+${letter ? letter.toUpperCase() : name}` : name;
  return isMod ? `Mod+${whole}` : whole;
}

/** A letter in lower case; on layouts without Latin letters the one that stands in its place on others. */
function letterOf({ key, code }: Pressed): string {
  if (/^[a-z]$/i.test(key)) return key.toLowerCase();
  const isForeign = key.length === 1 && /\p{L}/u.test(key) && /^Key[A-Z]$/.test(code);
  return isForeign ? code.slice(-1).toLowerCase() : "";
}
