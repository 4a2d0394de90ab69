/** How long a panel may take to load its settings. */
const waitMs = 8000;

/**
 * Scrolls to a setting in a section, focuses it and marks it until the focus leaves. Waits for a section that is still loading;
 * the returned function ends the wait.
 */
export function markSetting(section: string, name: string): () => void {
  const mark = () => {
    const panel = document.querySelector(`[data-section="${CSS.escape(section)}"]`);
    const row = panel && rowNamed(panel, name);
    if (!row) return false;
    row.dataset["found"] = "";
    row.tabIndex = -1;
    row.focus({ preventScroll: true });
    row.scrollIntoView({ block: "center" });
    const unmark = () => {
      delete row.dataset["found"];
      row.removeAttribute("tabindex");
    };
    row.addEventListener("blur", unmark, { once: true });
    return true;
  };
  if (mark()) return () => undefined;
  const observer = new MutationObserver(() => {
    if (mark()) stop();
  });
  observer.observe(document.body, { childList: true, subtree: true });
  const timer = setTimeout(() => stop(), waitMs);
  const stop = () => {
    observer.disconnect();
    clearTimeout(timer);
  };
  return stop;
}

/** Returns the row, field or card whose label or title is this text. */
function rowNamed(panel: Element, name: string): HTMLElement | null {
  const texts = document.createTreeWalker(panel, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { currentNode: text } = texts;
    if (text.textContent?.trim() === name) return rowOf(text.parentElement);
  }
  // The label of a control may be invisible.
  return rowOf(panel.querySelector(`[aria-label="${CSS.escape(name)}"]`));
}

function rowOf(part: Element | null): HTMLElement | null {
  const row = part?.closest<HTMLElement>("[data-row]");
  return row ?? part?.closest<HTMLElement>("div:has(> label), li, fieldset, section") ?? null;
}
