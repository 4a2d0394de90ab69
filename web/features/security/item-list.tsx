import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

/** A list of items of one kind; hidden if it is empty. */
export function ItemList(props: { label: string; children: ReactNode }) {
  return (
    <ul aria-label={props.label} className="divide-y divide-line empty:hidden">
      {props.children}
    </ul>
  );
}

/** An item of the list: its name, its details, and the action that ends it. */
export function Item(props: {
  icon: LucideIcon;
  name: string;
  badges?: ReactNode;
  /** Line above the detail. */
  about?: string;
  detail: string;
  /** Exact time of an approximate detail. */
  detailTitle?: string;
  action?: ReactNode;
}) {
  const Icon = props.icon;
  return (
    <li className="flex items-center gap-3.5 px-4 py-3">
      <Icon size={18} strokeWidth={1.75} aria-hidden="true" className="shrink-0 text-ink-3" />
      <div className="min-w-0 flex-1 text-label">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-ui font-medium">
          <bdi className="max-w-full truncate">{props.name}</bdi>
          {props.badges}
        </p>
        {props.about && <p className="text-ink-2">{props.about}</p>}
        <p className="text-ink-3" title={props.detailTitle}>
          {props.detail}
        </p>
      </div>
      {props.action}
    </li>
  );
}
