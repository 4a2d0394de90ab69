import { dayTopOf, heightOf, type RowLayout } from "#/features/message-list/row-layout.ts";

/** The lines that name the days of the visible rows. Each stays at the top of the list while rows of its day are below it. */
export function DayLines(props: { layout: RowLayout; from: number; to: number; count: number }) {
  const { layout, from, to, count } = props;
  const { days } = layout;
  return days.map(({ rank, label, at }, index) => {
    const isLast = index === days.length - 1;
    if (at >= to || (!isLast && (days[index + 1]?.at ?? 0) <= from)) return null;
    const top = dayTopOf(layout, index);
    const height = (isLast ? heightOf(layout, count) : dayTopOf(layout, index + 1)) - top;
    return (
      // A row says its date itself, so that assistive technology counts rows only.
      <div
        key={rank}
        aria-hidden="true"
        data-day
        className="pointer-events-none absolute inset-x-0 in-data-settling:transition-[top,height] in-data-settling:delay-(--settle)"
        style={{ top, height }}
      >
        <div className="pointer-events-auto sticky top-0 z-4 flex h-7 items-center border-b border-line bg-surface px-5 text-meta font-semibold text-ink-3 select-none">
          {label}
        </div>
      </div>
    );
  });
}
