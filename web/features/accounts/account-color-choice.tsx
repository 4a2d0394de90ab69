import { AccountColor } from "@inlet/contract/mail/accounts.ts";
import { useId } from "react";
import { accountTexts } from "#/features/accounts/account-texts.ts";
import { accountHues } from "#/state/view/marks-of.ts";
import { ColorRadios } from "#/ui/form/color-radios.tsx";

const words = accountTexts.change;
const colors = [null, ...AccountColor.options];

/** Choice of the color that marks an account; null leaves it to Inlet. */
export function AccountColorChoice(props: {
  color: AccountColor | null;
  onChange: (color: AccountColor | null) => void;
}) {
  const hint = useId();
  return (
    <fieldset aria-describedby={hint} className="flex flex-col gap-1.5">
      <legend className="mb-1.5 text-control font-medium text-ink-2">{words.color}</legend>
      <div className="-mx-1 flex flex-wrap">
        <ColorRadios
          colors={colors}
          chosen={props.color}
          nameOf={(color) => (color ? words.colors[color] : words.noColor)}
          hueOf={(color) => color && accountHues[color]}
          dotClassName="size-4"
          onChange={props.onChange}
        />
      </div>
      <p id={hint} className="text-label text-ink-3">
        {words.colorHint}
      </p>
    </fieldset>
  );
}
