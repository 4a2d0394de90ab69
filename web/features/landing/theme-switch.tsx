import { SunOrMoon } from "#/features/landing/icons.tsx";
import { landingTexts } from "#/features/landing/landing-texts.ts";
import { useTheme } from "#/state/session/theme.tsx";

/** Switches light to dark, dark to light, and system to dark. */
export function ThemeSwitch() {
  const { toggleTheme } = useTheme();
  return (
    <button
      type="button"
      aria-label={landingTexts.header.theme}
      title={landingTexts.header.themeShort}
      onClick={toggleTheme}
      className={quietButton}
    >
      <SunOrMoon />
    </button>
  );
}

/** Classes of the header's icon-only buttons. */
export const quietButton =
  "inline-grid size-9 shrink-0 place-items-center rounded-control text-ink-2 transition-colors hover:bg-hover hover:text-ink coarse:size-11";
