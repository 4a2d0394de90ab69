import { Fragment } from "react";
import { shortcutTexts } from "#/features/shortcuts/shortcut-texts.ts";
import { keyCaps } from "#/state/commands/shortcuts.ts";
import { Kbd } from "#/ui/kbd.tsx";

/** The keys of one command; each works alone. */
export function KeyList({ keys }: { keys: readonly string[] }) {
  return (
    <span className="flex shrink-0 flex-wrap items-center justify-end gap-1 text-label text-ink-3">
      {keys.map((key, at) => (
        <Fragment key={key}>
          {at > 0 && <span className="px-0.5">{shortcutTexts.or}</span>}
          {keyCaps(key).map((cap, index) => (
            <Kbd key={`${index} ${cap}`}>{cap}</Kbd>
          ))}
        </Fragment>
      ))}
    </span>
  );
}
