import type { ReactNode } from "react";
import { cn } from "#/lib/class-names.ts";

/** A section of the page with its headline; `children` follow below. */
export function Section(props: {
  id: string;
  headline: string;
  text?: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <section
      id={props.id}
      aria-labelledby={`${props.id}-headline`}
      className={cn("mx-auto max-w-312 px-4 pt-24 sm:px-6 sm:pt-32", props.className)}
    >
      <div className="items-end gap-x-16 lg:grid lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
        <h2 id={`${props.id}-headline`} className="serif max-w-[22ch] text-headline">
          {props.headline}
        </h2>
        {props.text && (
          <p className="mt-4 max-w-[34rem] text-lead text-ink-2 lg:mt-0 lg:pb-1">{props.text}</p>
        )}
      </div>
      {props.children}
    </section>
  );
}
