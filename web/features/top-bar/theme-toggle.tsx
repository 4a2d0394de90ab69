import { Moon, Sun } from "lucide-react";
import { texts } from "#/texts/shared/app-texts.ts";
import { useTheme } from "#/state/session/theme.tsx";
import { IconButton } from "#/ui/icon-button.tsx";

/** Switches light to dark, dark to light, and system to dark. */
export function ThemeToggle({ className }: { className?: string }) {
  const { theme, toggleTheme } = useTheme();
  const isDark = theme === "dark";
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
