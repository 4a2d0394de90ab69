import { useEffect } from "react";
import { firstStepsTexts as words } from "#/features/first-steps/first-steps-texts.ts";
import { setPracticed, endFirstSteps } from "#/features/first-steps/progress.ts";
import { usePracticeKeys } from "#/features/first-steps/use-practice-keys.ts";
import { isTaken } from "#/lib/is-key-handled.ts";
import { strokeOf } from "#/lib/stroke.ts";
import { commandTexts } from "#/state/commands/command-texts.ts";
import { bindings } from "#/state/commands/shortcuts.ts";
import { Button } from "#/ui/button.tsx";
import { Kbd } from "#/ui/kbd.tsx";

/** Shows one key at a time. Each key also runs its usual command. */
export function Practice({ practiced }: { practiced: number }) {
  const keys = usePracticeKeys();
  const key = keys[practiced];
  const command = key?.command;
  useEffect(() => {
    if (!command) return;
    const handleKey = (event: KeyboardEvent) => {
      const stroke = strokeOf(event);
      if (isTaken(event.target) && !stroke.startsWith("Mod+")) return;
      if (bindings().get(stroke)?.includes(command)) setPracticed(practiced + 1);
    };
    // Before the page handles the key: a dialog that it opens would take the focus.
    addEventListener("keydown", handleKey, { capture: true });
    return () => removeEventListener("keydown", handleKey, { capture: true });
  }, [command, practiced]);
  return (
    <div className="flex min-h-8 flex-wrap items-center gap-x-4 gap-y-2">
      <output className="flex flex-1 flex-wrap items-center gap-x-3 gap-y-1">
        {key ? (
          <>
            <span className="text-label text-ink-3 tabular">
              {words.step(practiced + 1, keys.length)}
            </span>
            <span className="flex items-center gap-1.5 font-medium text-ink">
              {words.press}
              {key.caps.map((cap) => (
                <Kbd key={cap}>{cap}</Kbd>
              ))}
            </span>
            {commandTexts[key.command]}
          </>
        ) : (
          words.practiced
        )}
      </output>
      {key && (
        <Button tone="quiet" onClick={() => setPracticed(practiced + 1)}>
          {words.skip}
        </Button>
      )}
      <Button tone={key ? "quiet" : "plain"} onClick={endFirstSteps}>
        {key ? words.stop : words.finish}
      </Button>
    </div>
  );
}
