import type { LabelColor } from "@inlet/contract/mail/filing.ts";
import { filingTexts } from "#/features/filing/filing-texts.ts";
import { labelHues } from "#/state/view/labels.ts";
import { ColorRadios } from "#/ui/form/color-radios.tsx";

const words = filingTexts.label;
const colors = ["default", "work", "personal", "finance", "important"] as const;

/** Choice of a label's color. */
export function ColorChoice(props: { color: LabelColor; onChange: (color: LabelColor) => void }) {
  return (
    <div role="radiogroup" aria-label={words.color} className="flex">
      <ColorRadios
        colors={colors}
        chosen={props.color}
        nameOf={(color) => words.colors[color]}
        hueOf={(color) => labelHues[color]}
        dotClassName="size-3"
        onChange={props.onChange}
      />
    </div>
  );
}
