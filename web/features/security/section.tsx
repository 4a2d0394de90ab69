import type { ReactNode } from "react";

/** A section: its name, its state, a hint, and its actions. */
export function Section(props: {
  title: string;
  badge?: ReactNode;
  hint: ReactNode;
  actions?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <section className="border-line py-6 not-first:border-t">
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3">
        <div className="min-w-56 flex-1 max-sm:basis-full">
          <h2 className="flex flex-wrap items-center gap-2 text-ui font-semibold">
            {props.title}
            {props.badge}
          </h2>
          <p className="mt-0.5 max-w-120 text-control text-ink-3">{props.hint}</p>
        </div>
        {props.actions && <div className="flex flex-wrap gap-2">{props.actions}</div>}
      </div>
      {props.children}
    </section>
  );
}
