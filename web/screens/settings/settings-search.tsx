import { type KeyboardEvent, type ReactNode, useRef, useState } from "react";
import { findSettings } from "#/screens/settings/find-settings.ts";
import type { Setting } from "#/screens/settings/settings-index.ts";
import { settingsTabs, type SettingsTab } from "#/screens/settings/settings-tabs.ts";
import { settingsTexts } from "#/screens/settings/settings-texts.ts";
import { Input } from "#/ui/form/input.tsx";

/** A setting that was searched for; without a name, its whole section. */
export interface Hit {
  tab: SettingsTab;
  name: string | null;
}

interface Entry extends Hit {
  name: string;
  also?: string;
  isSection: boolean;
}

const labels = new Map(settingsTabs.map(({ value, label }) => [value, label]));

/** Returns the field that searches the settings, and the list of hits, or null without input. */
export function useSettingsSearch(onChoose: (hit: Hit) => void): {
  field: ReactNode;
  results: ReactNode;
} {
  const [typed, setTyped] = useState("");
  const [index, setIndex] = useState<readonly Setting[]>([]);
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const load = () => {
    // Without it, the sections are found.
    import("#/screens/settings/settings-index.ts").then(
      (module) => setIndex(module.settingsIndex),
      () => undefined,
    );
  };
  const entries = entriesOf(index);
  const hits = findSettings(entries, typed);
  const choose = ({ tab, name, isSection }: Entry) => {
    setTyped("");
    onChoose({ tab, name: isSection ? null : name });
  };
  const step = (by: number) => {
    const buttons = [...(list.current?.querySelectorAll("button") ?? [])];
    const at = buttons.findIndex((button) => button === document.activeElement);
    (buttons[at + by] ?? (at + by < 0 ? field.current : null))?.focus();
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    // The keys choose a word of the input method.
    if (event.nativeEvent.isComposing) return;
    const [first] = hits;
    if (event.key === "ArrowDown") step(1);
    else if (event.key === "ArrowUp") step(-1);
    else if (event.key === "Escape" && typed !== "") {
      setTyped("");
      field.current?.focus();
    } else if (event.key === "Enter" && event.target === field.current && first) choose(first);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return {
    field: (
      <Input
        ref={field}
        type="search"
        aria-label={settingsTexts.search}
        placeholder={settingsTexts.search}
        autoComplete="off"
        value={typed}
        onFocus={load}
        onKeyDown={handleKeyDown}
        onChange={({ target }) => setTyped(target.value)}
        className="mb-3 max-sm:mb-4 pointer-fine:h-8!"
      />
    ),
    results: typed.trim() !== "" && (
      <div>
        <p
          role="status"
          className={hits.length > 0 ? "sr-only" : "px-2.5 py-2 text-control text-ink-3"}
        >
          {hits.length > 0 ? settingsTexts.found(hits.length) : settingsTexts.none}
        </p>
        <ul ref={list} aria-label={settingsTexts.results} onKeyDown={handleKeyDown}>
          {hits.map((hit) => (
            <li key={`${hit.tab} ${hit.name} ${hit.isSection}`}>
              <button
                type="button"
                onClick={() => choose(hit)}
                className="flex min-h-10 w-full flex-col justify-center rounded-control px-2.5 py-1 text-start hover:bg-hover focus-visible:outline-offset-[-2px] coarse:min-h-11"
              >
                <span className="text-control font-medium text-ink wrap-anywhere">{hit.name}</span>
                {!hit.isSection && (
                  <span className="text-label text-ink-3">{labels.get(hit.tab)}</span>
                )}
              </button>
            </li>
          ))}
        </ul>
      </div>
    ),
  };
}

/** Returns the sections and the settings. A section is not listed again as a setting of its name, whose words find it. */
function entriesOf(index: readonly Setting[]): Entry[] {
  const isSection = ({ tab, name }: Setting) => labels.get(tab) === name;
  const also = new Map(index.filter(isSection).map((setting) => [setting.tab, setting.also ?? ""]));
  return [
    ...settingsTabs.map(({ value, label }) => {
      const words = also.get(value) ?? "";
      return { tab: value, name: label, also: words, isSection: true };
    }),
    ...index
      .filter((setting) => !isSection(setting))
      .map((setting) => ({ ...setting, isSection: false })),
  ];
}
