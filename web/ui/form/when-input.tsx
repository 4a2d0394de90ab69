import { CalendarDays } from "lucide-react";
import { type ComponentProps, useRef, useState } from "react";
import { cn } from "#/lib/class-names.ts";
import { dateOfWords, wordsOfDate } from "#/lib/date-words.ts";
import { fieldValue, isoDay } from "#/lib/dates.ts";
import { whenTexts } from "#/lib/when-texts.ts";
import { Input } from "#/ui/form/input.tsx";

/**
 * A field for a time, in words or as a date in the language of the page, which it also reads. The browser's own field would
 * show the order of its own language; its calendar opens from the button.
 */
export function WhenInput({
  start,
  day,
  onChange,
  className,
  ...rest
}: Omit<ComponentProps<"input">, "onChange" | "value" | "type"> & {
  /** The time that the field shows at first; null leaves it empty. */
  start: Date | null;
  /** Reads a day without a time; a day that the words leave open is in the past or to come. */
  day?: "past" | "coming";
  /** Called with the time that the field holds; null if it is empty or holds no time. */
  onChange: (at: Date | null) => void;
}) {
  const isDay = day !== undefined;
  const written = (at: Date) => wordsOfDate(at, { isDay });
  const [text, setText] = useState(start ? written(start) : "");
  const [at, setAt] = useState(start);
  const picker = useRef<HTMLInputElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const change = (next: string, date: Date | null) => {
    setText(next);
    setAt(date);
    onChange(date);
  };
  return (
    <span className={cn("relative flex min-w-0", className)}>
      <Input
        placeholder={isDay ? whenTexts.dayExample : whenTexts.example}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        {...rest}
        ref={field}
        type="text"
        value={text}
        className="pe-10 text-ellipsis coarse:pe-12"
        onChange={({ target }) =>
          change(target.value, dateOfWords(target.value, new Date(), { isBack: day === "past" }))
        }
        onBlur={() => {
          if (at) setText(written(at));
        }}
      />
      <button
        type="button"
        aria-label={whenTexts.calendar}
        title={whenTexts.calendar}
        onClick={() => picker.current?.showPicker()}
        className="absolute end-1 top-1 grid size-8 place-items-center rounded-control text-ink-3 hover:bg-hover hover:text-ink coarse:end-0 coarse:top-0 coarse:size-11"
      >
        <CalendarDays size={16} strokeWidth={1.75} aria-hidden="true" />
      </button>
      <input
        ref={picker}
        type={isDay ? "date" : "datetime-local"}
        tabIndex={-1}
        aria-hidden="true"
        value={at ? (isDay ? isoDay : fieldValue)(at) : ""}
        onChange={({ target }) => {
          const date = dateOfWords(target.value, new Date());
          if (date) change(written(date), date);
          // The calendar has a button that clears it.
          else if (target.value === "") change("", null);
          field.current?.focus();
        }}
        className="pointer-events-none absolute end-1 bottom-0 size-px opacity-0"
      />
    </span>
  );
}
