const typed = "input, textarea, select, [contenteditable='true']";
const modal = "[role='dialog'], [role='alertdialog'], [role='menu'], [role='listbox']";

/** A toast is a dialog to its library, but does not take keys from the page; nor does a dialog that is closing. */
const open = ":is([role='dialog'], [role='alertdialog']):not([aria-modal='false'], [inert])";

/** Returns true if a dialog covers the page and handles the keys itself. */
export function isCovered(): boolean {
  return document.querySelector(open) !== null;
}

/** Returns true if a key pressed there belongs to a field, a menu or a dialog. */
export function isTaken(target: EventTarget | null): boolean {
  // An element that has become inert keeps the focus until the next frame.
  if (!(target instanceof Element) || target.closest("[inert]")) return false;
  return target.closest(`${typed}, ${modal}`) !== null;
}
