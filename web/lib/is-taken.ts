const typed = "input, textarea, select, [contenteditable='true']";
const modal = "[role='dialog'], [role='alertdialog'], [role='menu'], [role='listbox']";

/** A toast is a dialog to its library, but takes no key from the page; nor does a dialog that is on its way out. */
const open = ":is([role='dialog'], [role='alertdialog']):not([aria-modal='false'], [inert])";

/** Whether a window stands over the page and hears the keys itself. */
export function isCovered(): boolean {
  return document.querySelector(open) !== null;
}

/** Whether a key that is pressed there belongs to a field, a menu or a dialog. */
export function isTaken(target: EventTarget | null): boolean {
  // What has become inert keeps the focus until the next frame.
  if (!(target instanceof Element) || target.closest("[inert]")) return false;
  return target.closest(`${typed}, ${modal}`) !== null;
}
