import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from "react";

const gapPx = 6;
const edgePx = 8;

/** A list of actions that opens below its button; the browser closes it on Escape and on a press outside. */
export function Menu(props: {
  /** The button's name and looks. */
  label: string;
  button: ReactNode;
  className?: string;
  /** Above the actions; it is read, not chosen. */
  head?: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);

  const handleToggle = (isNowOpen: boolean) => {
    setOpen(isNowOpen);
    if (isNowOpen) focusItem(menu.current, 0);
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    const items = itemsOf(menu.current);
    const at = items.findIndex((item) => item === document.activeElement);
    const to = {
      ArrowDown: (at + 1) % items.length,
      ArrowUp: (at - 1 + items.length) % items.length,
      Home: 0,
      End: items.length - 1,
    }[event.key];
    if (event.key === "Tab") menu.current?.hidePopover();
    if (to === undefined) return;
    event.preventDefault();
    focusItem(menu.current, to);
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        popoverTarget={id}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-label={props.label}
        onKeyDown={(event) => {
          if (event.key !== "ArrowDown" || isOpen) return;
          event.preventDefault();
          menu.current?.showPopover();
        }}
        className={props.className}
      >
        {props.button}
      </button>
      {/* The items hold the focus; the keys that walk through them are heard here. */}
      {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- as said above */}
      <div
        ref={menu}
        id={id}
        popover="auto"
        role="menu"
        aria-label={props.label}
        onBeforeToggle={({ newState }) => {
          if (newState === "open") place(menu.current, button.current);
        }}
        onToggle={({ newState }) => handleToggle(newState === "open")}
        onKeyDown={handleKeyDown}
        onClick={() => menu.current?.hidePopover()}
        className="fixed inset-auto max-h-[calc(100dvh-5rem)] min-w-48 overflow-y-auto rounded-menu border border-line bg-raised p-1 text-ink opacity-0 shadow-menu transition-[opacity,scale,display,overlay] transition-discrete duration-200 not-open:scale-98 open:opacity-100 starting:open:scale-98 starting:open:opacity-0"
      >
        {props.head && (
          <div role="presentation" className="mb-1 border-b border-line">
            {props.head}
          </div>
        )}
        {props.children}
      </div>
    </>
  );
}

const item =
  "flex h-8 w-full items-center gap-2.5 rounded-control px-2 text-left text-control text-ink outline-none select-none hover:bg-hover focus:bg-hover coarse:h-11";

/** How an action of a menu looks, and what it must carry; the element is a button or a link. */
export const menuItem = { role: "menuitem", tabIndex: -1, className: item } as const;

/** The mark before an action's label. */
export function MenuIcon({ children }: { children: ReactNode }) {
  return <span className="text-ink-3 [&>svg]:size-4">{children}</span>;
}

function itemsOf(menu: Element | null): HTMLElement[] {
  return [...(menu?.querySelectorAll<HTMLElement>("[role='menuitem']") ?? [])];
}

function focusItem(menu: Element | null, index: number): void {
  itemsOf(menu)[index]?.focus();
}

/** Below the button, its right edges aligned. */
function place(menu: HTMLElement | null, button: HTMLElement | null): void {
  if (!menu || !button) return;
  const at = button.getBoundingClientRect();
  menu.style.top = `${at.bottom + gapPx}px`;
  menu.style.right = `${Math.max(edgePx, document.documentElement.clientWidth - at.right)}px`;
}
