import { Menu as Base } from "@base-ui/react/menu";
import type { ReactElement, ReactNode } from "react";
import { cn } from "#/lib/class-names.ts";
import { Kbd } from "#/ui/kbd.tsx";

/** A list of actions that opens from `trigger`. */
export function Menu(props: {
  trigger: ReactElement;
  align?: "start" | "center" | "end";
  side?: "top" | "bottom" | "right";
  children: ReactNode;
}) {
  return (
    <Base.Root>
      <Base.Trigger render={props.trigger} />
      <Base.Portal>
        <Base.Positioner
          align={props.align ?? "end"}
          side={props.side ?? "bottom"}
          sideOffset={6}
          className="z-50 outline-none"
        >
          <Base.Popup className="max-h-(--available-height) min-w-48 origin-(--transform-origin) overflow-y-auto rounded-menu border border-line bg-raised p-1 shadow-menu outline-none transition-[opacity,scale] duration-200 data-ending-style:scale-98 data-ending-style:opacity-0 data-starting-style:scale-98 data-starting-style:opacity-0">
            {props.children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

const item =
  "flex h-8 items-center gap-2.5 rounded-control px-2 text-control outline-none select-none data-disabled:opacity-45 data-highlighted:bg-hover coarse:h-11";

/** One action; with `render` a link. */
export function MenuItem(props: {
  icon?: ReactNode;
  shortcut?: string;
  onSelect?: () => void;
  tone?: "plain" | "danger";
  disabled?: boolean;
  render?: ReactElement;
  children: ReactNode;
}) {
  return (
    <Base.Item
      disabled={props.disabled ?? false}
      {...(props.onSelect && { onClick: props.onSelect })}
      {...(props.render && { render: props.render })}
      className={cn(item, props.tone === "danger" ? "text-danger" : "text-ink")}
    >
      {props.icon && <span className="text-ink-3 [&>svg]:size-4">{props.icon}</span>}
      <span className="flex-1">{props.children}</span>
      {props.shortcut && <Kbd>{props.shortcut}</Kbd>}
    </Base.Item>
  );
}

/** A line between groups. */
export function MenuSeparator() {
  return <Base.Separator className="-mx-1 my-1 h-px bg-line" />;
}
