import { Link } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { KeyList } from "#/features/shortcuts/key-list.tsx";
import { useListedGroups } from "#/features/shortcuts/listed-groups.ts";
import { shortcutTexts } from "#/features/shortcuts/shortcut-texts.ts";
import { texts } from "#/texts/shared/app-texts.ts";
import { commandTexts } from "#/state/commands/command-texts.ts";
import { setSheetOpen } from "#/state/commands/open-dialogs.ts";
import { usePreference } from "#/state/session/preferences.ts";
import { keysOf } from "#/state/commands/shortcuts.ts";
import { Input } from "#/ui/form/input.tsx";
import { Dialog, DialogBody, DialogFooter } from "#/ui/dialog.tsx";

/** Lists every shortcut with its current keys. */
export function ShortcutSheet({ isOpen }: { isOpen: boolean }) {
  const shortcuts = usePreference("shortcuts");
  const groups = useListedGroups();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState("");
  const words = typed.trim().toLowerCase();
  const shown = groups.flatMap(({ title, ids }) => {
    const bound = ids.flatMap((id) => {
      const keys = keysOf(id, shortcuts);
      const isMatch = `${title} ${commandTexts[id]}`.toLowerCase().includes(words);
      return keys.length > 0 && isMatch ? [{ id, keys }] : [];
    });
    return bound.length > 0 ? [{ title, bound }] : [];
  });
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={(isNowOpen) => {
        setTyped("");
        setSheetOpen(isNowOpen);
      }}
      title={shortcutTexts.title}
      description={shortcuts.isOn ? undefined : shortcutTexts.isOff}
      closeLabel={texts.close}
      width="broad"
      isFullOnPhone
      initialFocus={field}
    >
      <DialogBody>
        <Input
          ref={field}
          type="search"
          aria-label={shortcutTexts.filter}
          placeholder={shortcutTexts.filter}
          autoComplete="off"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          className="mb-4"
        />
        {shown.length === 0 && <p className="text-control text-ink-3">{shortcutTexts.noMatch}</p>}
        {/* A scrollable element must be scrollable by keyboard. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- as said above */}
        <div tabIndex={0} className="gap-x-10 outline-none sm:columns-2">
          {shown.map(({ title, bound }) => (
            <section key={title} className="mb-5 sm:break-inside-avoid">
              <h3 className="mb-1 text-control font-semibold break-after-avoid">{title}</h3>
              <dl>
                {bound.map(({ id, keys }) => (
                  <div
                    key={id}
                    className="flex min-h-7 items-center justify-between gap-4 border-t border-line break-inside-avoid text-control text-ink-2"
                  >
                    <dt>{commandTexts[id]}</dt>
                    <dd>
                      <KeyList keys={keys} />
                    </dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
        </div>
      </DialogBody>
      <DialogFooter>
        <p className="me-auto text-control text-ink-3 coarse:hidden">{shortcutTexts.quickLook}</p>
        <Link
          to="/app/settings"
          search={{ tab: "shortcuts" }}
          onClick={() => setSheetOpen(false)}
          className="rounded-control px-1 text-control font-medium text-accent-ink underline-offset-2 hover:underline coarse:min-h-11 coarse:py-3"
        >
          {shortcutTexts.change}
        </Link>
      </DialogFooter>
    </Dialog>
  );
}
