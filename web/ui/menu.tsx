import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import { isRightToLeft } from "#/lib/direction.ts";

const gapPx = 6;
const edgePx = 8;

/** A menu that opens beside its button; the browser closes it on Escape and on a press outside. */
export function Menu(props: {
  /** Accessible name of the button and the menu. */
  label: string;
  button: ReactNode;
  className?: string;
  isDisabled?: boolean;
  /** Content above the actions, for reading only. */
  head?: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  // The content of a menu that is never opened is not rendered; once it was, it stays while the list fades.
  const [isWanted, setWanted] = useState(false);
  return (
    <>
      <button
        ref={button}
        type="button"
        popoverTarget={id}
        disabled={props.isDisabled}
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
      <MenuList
        id={id}
        list={menu}
        label={props.label}
        onPlace={() => {
          // The position and the first item depend on the content.
          flushSync(() => setWanted(true));
          placeBeside(menu.current, button.current);
        }}
        onToggle={setOpen}
      >
        {isWanted && props.head && (
          <div role="presentation" className="mb-1 border-b border-line">
            {props.head}
          </div>
        )}
        {isWanted && props.children}
      </MenuList>
    </>
  );
}

/** A list of actions at the position of the pointer, open until one is chosen or it is dismissed. */
export function MenuAt(props: {
  label: string;
  at: { x: number; y: number };
  onClose: () => void;
  children: ReactNode;
}) {
  const menu = useRef<HTMLDivElement>(null);
  const { x, y } = props.at;
  useEffect(() => menu.current?.showPopover(), []);
  return (
    <MenuList
      list={menu}
      label={props.label}
      onPlace={() => placeAt(menu.current, { x, y })}
      onToggle={(isOpen) => {
        if (!isOpen) props.onClose();
      }}
    >
      {props.children}
    </MenuList>
  );
}

function MenuList(props: {
  id?: string;
  list: RefObject<HTMLDivElement | null>;
  label: string;
  onPlace: () => void;
  onToggle: (isOpen: boolean) => void;
  children: ReactNode;
}) {
  const { list } = props;
  const handleToggle = (isNowOpen: boolean) => {
    props.onToggle(isNowOpen);
    if (isNowOpen) focusItem(list.current, 0);
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    const items = itemsOf(list.current);
    const at = items.findIndex((each) => each === document.activeElement);
    const to = {
      ArrowDown: (at + 1) % items.length,
      ArrowUp: (at - 1 + items.length) % items.length,
      Home: 0,
      End: items.length - 1,
    }[event.key];
    if (event.key === "Tab") list.current?.hidePopover();
    // Closes only the menu, not the dialog around it.
    if (event.key === "Escape") event.stopPropagation();
    if (to === undefined) return;
    event.preventDefault();
    focusItem(list.current, to);
  };
  return (
    // The items hold the focus; this element handles the arrow keys.
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- as said above
    <div
      ref={list}
      id={props.id}
      popover="auto"
      role="menu"
      aria-label={props.label}
      onBeforeToggle={({ newState }) => {
        if (newState === "open") props.onPlace();
      }}
      onToggle={({ newState }) => handleToggle(newState === "open")}
      onKeyDown={handleKeyDown}
      onClick={(event) => {
        // The elements around the menu are not clicked with it.
        event.stopPropagation();
        list.current?.hidePopover();
      }}
      className="fixed inset-auto min-w-48 overflow-y-auto rounded-menu border border-line bg-raised p-1 text-ink opacity-0 shadow-menu transition-[opacity,scale,translate,display,overlay] transition-discrete duration-200 not-open:scale-98 open:opacity-100 starting:open:scale-98 starting:open:opacity-0 max-md:menu-sheet"
    >
      {props.children}
    </div>
  );
}

const item =
  "flex h-8 w-full items-center gap-2.5 rounded-control px-2 text-start text-control text-ink outline-none select-none hover:bg-hover focus:bg-hover coarse:h-11";

/** Style and attributes of a menu's action; the element is a button or a link. */
export const menuItem = { role: "menuitem", tabIndex: -1, className: item } as const;

/** The icon before an action's label. */
export function MenuIcon({ children }: { children: ReactNode }) {
  return <span className="text-ink-3 [&>svg]:size-4">{children}</span>;
}

function itemsOf(menu: Element | null): HTMLElement[] {
  return [...(menu?.querySelectorAll<HTMLElement>("[role^='menuitem']") ?? [])];
}

function focusItem(menu: Element | null, index: number): void {
  itemsOf(menu)[index]?.focus();
}

/** Places it below the button, or above it in the lower half of the window, aligned with the button's side of the window. */
function placeBeside(menu: HTMLElement | null, button: HTMLElement | null): void {
  if (!menu || !button) return;
  const at = button.getBoundingClientRect();
  const width = document.documentElement.clientWidth;
  const isLow = at.top > innerHeight / 2;
  const isLeft = isRightToLeft(button) ? at.right <= (width / 3) * 2 : at.left < width / 3;
  menu.style.top = isLow ? "auto" : `${at.bottom + gapPx}px`;
  menu.style.bottom = isLow ? `${innerHeight - at.top + gapPx}px` : "auto";
  keepInside(menu, isLow ? at.top - gapPx : innerHeight - at.bottom - gapPx);
  menu.style.left = isLeft ? `${Math.max(edgePx, at.left)}px` : "auto";
  menu.style.right = isLeft ? "auto" : `${Math.max(edgePx, width - at.right)}px`;
}

/** Places it with a corner at the point, towards the center of the window. */
function placeAt(menu: HTMLElement | null, { x, y }: { x: number; y: number }): void {
  if (!menu) return;
  const width = document.documentElement.clientWidth;
  const isLow = y > innerHeight / 2;
  const isRight = x > width / 2;
  menu.style.top = isLow ? "auto" : `${y}px`;
  menu.style.bottom = isLow ? `${innerHeight - y}px` : "auto";
  keepInside(menu, isLow ? y : innerHeight - y);
  menu.style.left = isRight ? "auto" : `${x}px`;
  menu.style.right = isRight ? `${width - x}px` : "auto";
}

/** Makes a long menu scroll: it must not extend beyond the window. */
function keepInside(menu: HTMLElement, roomPx: number): void {
  menu.style.maxHeight = `${roomPx - edgePx}px`;
}
