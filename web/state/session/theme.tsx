import { storageKeys } from "@inlet/contract/limits.ts";
import { createContext, type ReactNode, use, useLayoutEffect, useState } from "react";
import { useMedia } from "#/lib/use-media.ts";

export type Theme = "light" | "dark" | "system";

interface ThemeControl {
  theme: Theme;
  /** Theme that "system" currently resolves to. */
  shownTheme: "light" | "dark";
  setTheme: (theme: Theme) => void;
  /** Switches to the other theme than the one shown. */
  toggleTheme: () => void;
}

const ThemeContext = createContext<ThemeControl | null>(null);

/** Applies the chosen theme to the page and stores it; "system" follows the system's theme live. */
export function ThemeProvider({ children }: { children: ReactNode }) {
  const [theme, setKept] = useState(savedTheme);
  const isSystemDark = useMedia("(prefers-color-scheme: dark)");
  const shownTheme = theme === "system" ? (isSystemDark ? "dark" : "light") : theme;

  useLayoutEffect(() => {
    const root = document.documentElement;
    // If all colors faded at once, each at its own pace, the change would look slow and restless.
    root.dataset["themeChanges"] = "";
    root.dataset["theme"] = shownTheme;
    const canvas = getComputedStyle(root).getPropertyValue("--canvas");
    document.querySelector('meta[name="theme-color"]')?.setAttribute("content", canvas);
    // Computes the new colors before transitions are allowed again.
    root.getBoundingClientRect();
    delete root.dataset["themeChanges"];
  }, [shownTheme]);

  const setTheme = (next: Theme) => {
    localStorage.setItem(storageKeys.theme, next);
    setKept(next);
  };
  const toggleTheme = () => setTheme(toggled(shownTheme));
  return (
    <ThemeContext value={{ theme, shownTheme, setTheme, toggleTheme }}>{children}</ThemeContext>
  );
}

/** Returns the theme and functions to change it. */
export function useTheme(): ThemeControl {
  const control = use(ThemeContext);
  if (!control) throw new Error("useTheme must be used within a ThemeProvider");
  return control;
}

/** Returns the theme after a toggle. */
export function toggled(theme: Theme): Theme {
  return theme === "dark" ? "light" : "dark";
}

/** Returns the theme stored on this device. */
export function savedTheme(): Theme {
  // A page that is prerendered has no browser.
  if (typeof localStorage === "undefined") return "system";
  const kept = localStorage.getItem(storageKeys.theme);
  return kept === "light" || kept === "dark" ? kept : "system";
}
