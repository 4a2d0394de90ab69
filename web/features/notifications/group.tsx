import type { ReactNode } from "react";

/** Choices of one matter, under its name. */
export function Group(props: {
  title: string;
  hint?: ReactNode;
  badge?: ReactNode;
  action?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <section className="border-line py-6 not-first:border-t">
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3">
        <div className="min-w-56 flex-1">
          <h2 className="flex flex-wrap items-center gap-2 text-ui font-semibold">
            {props.title}
            {props.badge}
          </h2>
          {props.hint && <p className="mt-0.5 max-w-120 text-control text-ink-3">{props.hint}</p>}
        </div>
        {props.action}
      </div>
      {props.children && <div className="mt-4 flex max-w-120 flex-col gap-4">{props.children}</div>}
    </section>
  );
}
