import { Moon, Sun } from "lucide-react";
import { texts } from "#/texts/shared/app-texts.ts";
import { useTheme } from "#/state/session/theme.tsx";
import { IconButton } from "#/ui/icon-button.tsx";

/** Switches to the other theme than the one shown. */
export function ThemeToggle({ className }: { className?: string }) {
  const { shownTheme, toggleTheme } = useTheme();
  const isDark = shownTheme === "dark";
  const Icon = isDark ? Sun : Moon;
  return (
    <IconButton
      label={isDark ? texts.shell.toLight : texts.shell.toDark}
      icon={<Icon size={18} strokeWidth={1.75} aria-hidden="true" />}
      onClick={toggleTheme}
      {...(className && { className })}
    />
  );
}
