import type { MailPreferences } from "@inlet/contract/mail/settings.ts";
import { layoutTexts } from "#/features/appearance/layout-texts.ts";
import { cn } from "#/lib/class-names.ts";
import { useChangePreferences } from "#/state/changes/change-preferences.ts";
import { usePreference } from "#/state/session/preferences.ts";
import { RadioCards } from "#/ui/form/radio-cards.tsx";
import { SettingBlock } from "#/ui/settings/setting-card.tsx";

/** The densities of rows, each with a small picture of a list. */
const densityOptions = [
  { value: "compact", label: layoutTexts.densities.compact, picture: <Rows lines={1} count={6} /> },
  { value: "normal", label: layoutTexts.densities.normal, picture: <Rows lines={2} count={4} /> },
  {
    value: "comfortable",
    label: layoutTexts.densities.comfortable,
    picture: <Rows lines={3} count={3} hasFaces />,
  },
] as const satisfies readonly Option<MailPreferences["density"]>[];

const paneOptions = [
  { value: "right", label: layoutTexts.panes.right, picture: <Panes isBeside /> },
  { value: "off", label: layoutTexts.panes.off, picture: <Panes /> },
] as const satisfies readonly Option<MailPreferences["readingPane"]>[];

interface Option<Value> {
  value: Value;
  label: string;
  picture: React.ReactNode;
}

/** Settings for the layout of lists, and the position of the open message. */
export function LayoutChoice() {
  const density = usePreference("density");
  const readingPane = usePreference("readingPane");
  const change = useChangePreferences();
  return (
    <>
      <SettingBlock title={layoutTexts.density} hint={layoutTexts.densityHint}>
        <RadioCards
          label={layoutTexts.density}
          value={density}
          onChange={(next) => change({ density: next })}
          options={densityOptions}
        />
      </SettingBlock>
      <SettingBlock title={layoutTexts.pane} hint={layoutTexts.paneHint}>
        <RadioCards
          label={layoutTexts.pane}
          value={readingPane}
          onChange={(next) => change({ readingPane: next })}
          options={paneOptions}
        />
      </SettingBlock>
    </>
  );
}

const picture = "block aspect-8/5 w-full overflow-hidden bg-canvas p-2 pb-0";

function Rows(props: { lines: number; count: number; hasFaces?: boolean }) {
  return (
    <span aria-hidden="true" className={picture}>
      <span className="flex h-full flex-col rounded-t-[4px] border border-b-0 border-line bg-surface">
        {Array.from({ length: props.count }, (_, row) => (
          <span
            key={row}
            className={cn(
              "flex flex-1 items-center gap-1.5 border-b border-line px-1.5",
              row === 1 && "bg-selected",
            )}
          >
            {props.hasFaces && <span className="size-3.5 shrink-0 rounded-full bg-accent/40" />}
            <span className="flex flex-1 flex-col gap-[3px]">
              {Array.from({ length: props.lines }, (_line, line) => (
                <span
                  key={line}
                  className={cn(
                    "h-[3px] rounded-full",
                    line === 0 ? "w-2/5 bg-ink-2" : "bg-line-strong",
                    line === 2 && "w-3/4",
                  )}
                />
              ))}
            </span>
          </span>
        ))}
      </span>
    </span>
  );
}

function Panes({ isBeside = false }: { isBeside?: boolean }) {
  return (
    <span aria-hidden="true" className={picture}>
      <span className="flex h-full rounded-t-[4px] border border-b-0 border-line bg-surface">
        {isBeside && (
          <span className="flex w-2/5 flex-col gap-1.5 border-e border-line p-1.5">
            <span className="h-[3px] w-4/5 rounded-full bg-line-strong" />
            <span className="h-[3px] w-3/5 rounded-full bg-line-strong" />
            <span className="h-[3px] w-2/3 rounded-full bg-line-strong" />
          </span>
        )}
        <span className="flex flex-1 flex-col gap-1.5 p-2">
          <span className="h-1 w-1/2 rounded-full bg-ink" />
          <span className="h-[3px] rounded-full bg-line-strong" />
          <span className="h-[3px] w-5/6 rounded-full bg-line-strong" />
          <span className="h-[3px] w-2/3 rounded-full bg-line-strong" />
        </span>
      </span>
    </span>
  );
}
