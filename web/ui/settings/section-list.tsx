import { ChevronRight, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

/** The sections in their groups, as a list of links to a page for each: the first page on a phone. */
export function SectionList<Value extends string>(props: {
  label: string;
  groups: readonly {
    title: string;
    sections: readonly { value: Value; label: string; Icon: LucideIcon }[];
  }[];
  hrefOf: (value: Value) => string;
  onOpen: (value: Value) => void;
  isHidden?: boolean;
  below?: ReactNode;
}) {
  return (
    <nav aria-label={props.label} hidden={props.isHidden}>
      {props.groups.map(({ title, sections }) => (
        <section key={title} className="not-first:mt-4">
          {title !== "" && (
            <h2 className="px-4 pb-1.5 text-meta font-semibold text-ink-3">{title}</h2>
          )}
          <ul className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface">
            {sections.map(({ value, label, Icon }) => (
              <li key={value}>
                <a
                  href={props.hrefOf(value)}
                  className={sectionRow}
                  onClick={(event) => {
                    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
                    event.preventDefault();
                    props.onOpen(value);
                  }}
                >
                  <Icon size={18} strokeWidth={1.75} aria-hidden="true" className="text-ink-3" />
                  <span className="min-w-0 flex-1 truncate">{label}</span>
                  <ChevronRight
                    size={16}
                    strokeWidth={1.75}
                    aria-hidden="true"
                    className="shrink-0 text-ink-3 rtl:-scale-x-100"
                  />
                </a>
              </li>
            ))}
          </ul>
        </section>
      ))}
      {props.below}
    </nav>
  );
}

/** Style of a link in the list. */
export const sectionRow =
  "flex min-h-12 w-full items-center gap-3 px-4 text-start text-ui hover:bg-hover focus-visible:outline-offset-[-2px]";
