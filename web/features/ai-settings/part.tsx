import type { ReactNode } from "react";

/** A section: its name, its state and a hint. */
export function Part(props: {
  title: string;
  badge?: ReactNode;
  hint: ReactNode;
  children?: ReactNode;
}) {
  return (
    <section className="border-line py-6 not-first:border-t">
      <h2 className="flex flex-wrap items-center gap-2 text-ui font-semibold">
        {props.title}
        {props.badge}
      </h2>
      <p className="mt-0.5 max-w-140 text-control text-ink-3">{props.hint}</p>
      {props.children}
    </section>
  );
}
