import { X } from "lucide-react";
import { type ReactNode, type RefObject, useId } from "react";
import { RecipientField } from "#/features/compose/recipients/recipient-field.tsx";
import { IconButton } from "#/ui/icon-button.tsx";

/** One line of a message's header: its name at the start, its value, and its controls at the end. */
export function HeadRow(props: {
  label: string;
  htmlFor?: string;
  end?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="relative flex min-h-11 items-start gap-2 border-b border-line focus-within:border-accent">
      <label
        htmlFor={props.htmlFor}
        className="flex h-11 w-14 shrink-0 items-center text-control text-ink-3"
      >
        {props.label}
      </label>
      {props.children}
      {props.end && <span className="flex h-11 shrink-0 items-center">{props.end}</span>}
    </div>
  );
}

/** A line of recipients; with `remove` it has a button to remove it. */
export function RecipientRow(props: {
  label: string;
  value: string;
  onChange: (value: string) => void;
  remove?: { label: string; onRemove: () => void };
  isFocused?: boolean;
  inputRef?: RefObject<HTMLInputElement | null>;
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
      <div className="flex min-h-11 min-w-0 flex-1 items-center">
        <RecipientField
          id={id}
          label={props.label}
          value={props.value}
          onChange={props.onChange}
          {...(props.isFocused && { isFocused: true })}
          {...(props.inputRef && { inputRef: props.inputRef })}
        />
      </div>
    </HeadRow>
  );
}
