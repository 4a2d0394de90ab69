import { type ReactNode, useContext, useId } from "react";
import { cn } from "#/lib/class-names.ts";
import { Switch } from "#/ui/form/switch.tsx";
import { SectionName } from "#/ui/settings/section-page.tsx";

/** Style of a row of a card. Its controls end at the same line in every card. */
export const settingRow = "min-h-14 px-4 py-3";

/** Settings of one topic in a card, as rows between hairlines; the first row has the title and the actions. The first card leaves out a title that the page says. */
export function SettingCard(props: {
  title?: string;
  badge?: ReactNode;
  hint?: ReactNode;
  actions?: ReactNode;
  children?: ReactNode;
}) {
  const isSaid = useContext(SectionName) === props.title;
  return (
    <section
      aria-label={props.title}
      className="overflow-hidden rounded-card border border-line bg-surface not-first:mt-4 *:border-line *:not-first:border-t"
    >
      {props.title !== undefined && (
        <div
          className={cn(settingRow, "flex flex-wrap items-center justify-between gap-x-6 gap-y-2")}
        >
          <div className="min-w-52 flex-1 max-sm:basis-full">
            <h2
              className={cn(
                "flex flex-wrap items-center gap-2 text-ui font-semibold",
                isSaid && "in-[section:first-child]:hidden",
              )}
            >
              {props.title}
              {props.badge}
            </h2>
            {props.hint && <p className="mt-0.5 max-w-120 text-control text-ink-3">{props.hint}</p>}
          </div>
          {props.actions && <div className="flex flex-wrap gap-2">{props.actions}</div>}
        </div>
      )}
      {props.children}
    </section>
  );
}

interface ControlProps {
  id: string;
  "aria-describedby": string | undefined;
}

/** A setting: label and hint, and the control at the end. */
export function SettingRow(props: {
  label: string;
  hint?: ReactNode;
  children: (control: ControlProps) => ReactNode;
}) {
  const id = useId();
  const hintId = `${id}-hint`;
  return (
    <div
      data-row=""
      className={cn(settingRow, "flex flex-wrap items-center justify-between gap-x-6 gap-y-2")}
    >
      <div className="min-w-40 flex-1">
        <label htmlFor={id} className="text-ui text-ink">
          {props.label}
        </label>
        {props.hint && (
          <div id={hintId} className="max-w-120 text-control text-ink-3">
            {props.hint}
          </div>
        )}
      </div>
      {props.children({ id, "aria-describedby": props.hint ? hintId : undefined })}
    </div>
  );
}

/** A setting that is on or off. */
export function SettingSwitch(props: {
  label: ReactNode;
  hint?: ReactNode;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  isDisabled?: boolean;
}) {
  return (
    <div data-row="" className={cn(settingRow, "grid content-center")}>
      <Switch
        isOn={props.isOn}
        onChange={props.onChange}
        disabled={props.isDisabled ?? false}
        label={
          <>
            <span className="block text-ui">{props.label}</span>
            {props.hint && <span className="block max-w-120 text-ink-3">{props.hint}</span>}
          </>
        }
      />
    </div>
  );
}

/** A setting whose control takes the whole width, below its title. */
export function SettingBlock(props: { title: string; hint: string; children: ReactNode }) {
  return (
    <div data-row="" className={settingRow}>
      <h2 className="text-ui">{props.title}</h2>
      <p className="mb-3 text-control text-ink-3">{props.hint}</p>
      {props.children}
    </div>
  );
}
