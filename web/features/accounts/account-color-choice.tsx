import { AccountColor } from "@inlet/contract/mail/accounts.ts";
import { useId } from "react";
import { accountTexts } from "#/features/accounts/account-texts.ts";
import { cn } from "#/lib/class-names.ts";
import { accountHues } from "#/state/view/marks-of.ts";
import { Dot } from "#/ui/dot.tsx";

const words = accountTexts.change;
const colors = [null, ...AccountColor.options];

/** Choice of the color that marks an account; null leaves it to Inlet. */
export function AccountColorChoice(props: {
  color: AccountColor | null;
  onChange: (color: AccountColor | null) => void;
}) {
  const name = useId();
  const hint = useId();
  return (
    <fieldset aria-describedby={hint} className="flex flex-col gap-1.5">
      <legend className="mb-1.5 text-control font-medium text-ink-2">{words.color}</legend>
      <div className="-mx-1 flex flex-wrap">
        {colors.map((color) => {
          const label = color ? words.colors[color] : words.noColor;
          return (
            <label
              key={label}
              title={label}
              className={cn(
                "relative grid size-8 place-items-center rounded-control has-focus-visible:outline-2 has-focus-visible:outline-accent coarse:size-11",
                color === props.color ? "bg-selected" : "hover:bg-hover",
              )}
            >
              <input
                type="radio"
                name={name}
                className="absolute inset-0 opacity-0"
                aria-label={label}
                checked={color === props.color}
                onChange={() => props.onChange(color)}
              />
              {color ? (
                <Dot hue={accountHues[color]} className="size-4" />
              ) : (
                <span className="size-4 rounded-full border border-dashed border-line-strong" />
              )}
            </label>
          );
        })}
      </div>
      <p id={hint} className="text-label text-ink-3">
        {words.colorHint}
      </p>
    </fieldset>
  );
}
