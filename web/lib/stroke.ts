/** The parts of an event that name a stroke: a key, and the modifiers. */
type Pressed = Pick<
  KeyboardEvent,
  "key" | "code" | "shiftKey" | "ctrlKey" | "metaKey" | "altKey" | "getModifierState"
>;

/** Keys that only modify or compose another. */
const held = /^(?:Shift|Control|Meta|Alt|AltGraph|CapsLock|Fn|Dead|Process|Unidentified)$/;

/**
 * Returns the name of a key as pressed: `j`, `Shift+U`, `#`, `Enter`, and `Mod+k` with Ctrl or Cmd. It is based on the character
 * that the key types: `#` is `#` on every layout. Empty for a key that modifies another, or belongs to the system.
 */
export function strokeOf(event: Pressed): string {
  if (held.test(event.key)) return "";
  // On many keyboard layouts a bracket needs AltGr, which Windows reports as Ctrl and Alt.
  const isAltGraph = event.getModifierState("AltGraph");
  if (event.altKey && !isAltGraph) return "";
  const isMod = !isAltGraph && (event.ctrlKey || event.metaKey);
  const letter = messageTo(event);
  const name = letter || event.key;
  // Among the keys that type nothing, only Enter has another meaning with Shift.
  const isShifted = event.shiftKey && (letter !== "" || name === "Enter");
  const whole = isShifted ? `Shift+${letter ? letter.toUpperCase() : name}` : name;
  return isMod ? `Mod+${whole}` : whole;
}

/** Returns the letter in lower case; on layouts without Latin letters, the one at that position on other layouts. */
function messageTo({ key, code }: Pressed): string {
  if (/^[a-z]$/i.test(key)) return key.toLowerCase();
  const isForeign = key.length === 1 && /\p{L}/u.test(key) && /^Key[A-Z]$/.test(code);
  return isForeign ? code.slice(-1).toLowerCase() : "";
}
