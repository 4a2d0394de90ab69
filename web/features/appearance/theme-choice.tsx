import { appearanceTexts } from "#/features/appearance/appearance-texts.ts";
import { type Theme, useTheme } from "#/state/session/theme.tsx";
import { RadioCards } from "#/ui/form/radio-cards.tsx";
import { SettingBlock } from "#/ui/settings/setting-card.tsx";

const options = [
  { value: "light", label: appearanceTexts.light, picture: <Picture sides={["light"]} /> },
  { value: "dark", label: appearanceTexts.dark, picture: <Picture sides={["dark"]} /> },
  {
    value: "system",
    label: appearanceTexts.system,
    picture: <Picture sides={["light", "dark"]} />,
  },
] as const satisfies readonly { value: Theme; label: string; picture: React.ReactNode }[];

/** Choice of the light, dark or system theme. */
export function ThemeChoice() {
  const { theme, setTheme } = useTheme();
  return (
    <SettingBlock title={appearanceTexts.theme} hint={appearanceTexts.themeHint}>
      <RadioCards
        label={appearanceTexts.theme}
        value={theme}
        onChange={setTheme}
        options={options}
      />
    </SettingBlock>
  );
}

/** Miniature of the app, in one theme or half in each. */
function Picture({ sides }: { sides: readonly ("light" | "dark")[] }) {
  return (
    <span aria-hidden="true" className="relative block aspect-8/5 w-full overflow-hidden">
      {sides.map((side, index) => (
        <span
          key={side}
          data-theme={side}
          className="absolute inset-0 flex bg-canvas"
          style={index ? { clipPath: "polygon(62% 0, 100% 0, 100% 100%, 38% 100%)" } : undefined}
        >
          <span className="flex w-1/5 flex-col gap-1 p-1.5">
            <span className="h-1.5 rounded-full bg-accent" />
            <span className="h-1 w-3/4 rounded-full bg-line" />
            <span className="h-1 w-2/3 rounded-full bg-line" />
          </span>
          <span className="flex w-1/3 flex-col gap-1.5 border-x border-line bg-surface p-1.5">
            <span className="h-1 w-4/5 rounded-full bg-ink-2" />
            <span className="-mx-1.5 bg-selected p-1.5">
              <span className="block h-1 w-3/5 rounded-full bg-ink-2" />
            </span>
            <span className="h-1 w-2/3 rounded-full bg-line" />
          </span>
          <span className="flex flex-1 flex-col gap-1 bg-surface p-2">
            <span className="h-1.5 w-1/2 rounded-full bg-ink" />
            <span className="h-1 rounded-full bg-line" />
            <span className="h-1 w-5/6 rounded-full bg-line" />
          </span>
        </span>
      ))}
    </span>
  );
}
