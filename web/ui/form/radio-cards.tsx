import { Radio } from "@base-ui/react/radio";
import { RadioGroup } from "@base-ui/react/radio-group";
import type { ReactNode } from "react";

/** Choice among a few options, each a card with a picture. */
export function RadioCards<Value extends string>(props: {
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  options: readonly { value: Value; label: string; picture: ReactNode }[];
}) {
  return (
    <RadioGroup
      aria-label={props.label}
      value={props.value}
      // Safe: Base UI returns one of the values given to its radios.
      onValueChange={(value) => props.onChange(value as Value)}
      className="grid grid-cols-3 gap-3"
    >
      {props.options.map((option) => (
        <label key={option.value} className="group flex min-w-0 flex-col gap-2">
          <Radio.Root
            value={option.value}
            className="block overflow-hidden rounded-menu border border-line bg-surface transition-[border-color,box-shadow] hover:border-line-strong data-checked:border-accent data-checked:ring-1 data-checked:ring-accent"
          >
            {option.picture}
          </Radio.Root>
          <span className="text-center text-control text-ink-2 group-has-data-checked:font-medium group-has-data-checked:text-ink">
            {option.label}
          </span>
        </label>
      ))}
    </RadioGroup>
  );
}
