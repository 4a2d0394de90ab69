import { type ReactNode, useEffect, useRef } from "react";
import { Button } from "#/ui/button.tsx";

/** A question shown in a window or in the reply card until it is answered. It takes the focus, is read out, and returns the focus. */
export function QuestionBar(props: {
  question: string;
  answers: readonly { label: string; onChoose: () => void; isLikely?: boolean }[];
  icon?: ReactNode;
}) {
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    bar.current?.focus();
    bar.current?.scrollIntoView({ block: "nearest" });
    return () => {
      // A window or card only receives its keys from elements inside it.
      const isLost = document.activeElement === document.body || !document.activeElement;
      if (isLost && before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <div
      ref={bar}
      role="alert"
      tabIndex={-1}
      className="mt-2 mb-3 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-control border border-line bg-warn-soft px-3 py-2 text-control text-ink outline-none"
    >
      <span className="min-w-40 flex-1">{props.question}</span>
      <span className="flex flex-wrap gap-2">
        {props.answers.map(({ label, onChoose, isLikely }) => (
          <Button key={label} tone={isLikely ? "primary" : "plain"} onClick={onChoose}>
            {label}
          </Button>
        ))}
      </span>
    </div>
  );
}
