import type { ReactNode } from "react";

/** Settings of one topic, under its title; without a title, the label of the first setting serves as one. */
export function Group(props: {
  title?: string;
  hint?: ReactNode;
  badge?: ReactNode;
  action?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <section className="border-line py-6 not-first:border-t">
      {props.title && (
        <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3 not-last:mb-4">
          <div className="min-w-56 flex-1">
            <h2 className="flex flex-wrap items-center gap-2 text-ui font-semibold">
              {props.title}
              {props.badge}
            </h2>
            {props.hint && <p className="mt-0.5 max-w-120 text-control text-ink-3">{props.hint}</p>}
          </div>
          {props.action}
        </div>
      )}
      {props.children && <div className="flex max-w-120 flex-col gap-4">{props.children}</div>}
    </section>
  );
}
