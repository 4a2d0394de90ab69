import { cn } from "#/lib/class-names.ts";
import { Switch } from "#/ui/form/switch.tsx";

/** A switch with an explanation. */
export function Choice(props: {
  label: string;
  /** True if its label is the heading of its group. */
  isTitle?: boolean;
  hint?: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  isDisabled?: boolean;
}) {
  return (
    <Switch
      isOn={props.isOn}
      onChange={props.onChange}
      disabled={props.isDisabled ?? false}
      label={
        <>
          <span className={cn("block text-ui", props.isTitle && "font-semibold")}>
            {props.label}
          </span>
          {props.hint && <span className="block text-ink-3">{props.hint}</span>}
        </>
      }
    />
  );
}
