import { X } from "lucide-react";
import { type ReactNode, useId } from "react";
import { IconButton } from "#/ui/icon-button.tsx";

/** One line of a mail's head: its name on the left, its value, and what can be done with it on the right. */
export function HeadRow(props: {
  label: string;
  htmlFor?: string;
  end?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="flex min-h-11 items-center gap-2 border-b border-line focus-within:border-accent">
      <label htmlFor={props.htmlFor} className="w-14 shrink-0 text-control text-ink-3">
        {props.label}
      </label>
      {props.children}
      {props.end}
    </div>
  );
}

/** A line of recipients as typed; with `onRemove` it can be taken away again. */
export function RecipientRow(props: {
  label: string;
  value: string;
  onChange: (value: string) => void;
  remove?: { label: string; onRemove: () => void };
  isFocused?: boolean;
  end?: ReactNode;
}) {
  const id = useId();
  return (
    <HeadRow
      label={props.label}
      htmlFor={id}
      end={
        props.remove ? (
          <IconButton
            size="small"
            label={props.remove.label}
            icon={<X size={14} strokeWidth={1.75} aria-hidden="true" />}
            onClick={props.remove.onRemove}
          />
        ) : (
          props.end
        )
      }
    >
      <input
        id={id}
        // A list of addresses with names is more than the email type lets through.
        type="text"
        inputMode="email"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- The row appears because it was asked for.
        autoFocus={props.isFocused}
        value={props.value}
        onChange={(event) => props.onChange(event.target.value)}
        className="h-10 min-w-0 flex-1 bg-transparent text-ui outline-none coarse:text-[1rem]"
      />
    </HeadRow>
  );
}
