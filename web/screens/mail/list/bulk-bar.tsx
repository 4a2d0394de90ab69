import { locale } from "#/lib/locale.ts";
import { X } from "lucide-react";
import { filingTexts } from "#/features/filing/filing-texts.ts";
import { type Choice, ChoiceButton, offered } from "#/screens/mail/action-styles.tsx";
import { MoreMenu } from "#/screens/mail/more-menu.tsx";
import { type FiledList, useFiling } from "#/screens/mail/use-filing.ts";
import { cn } from "#/lib/class-names.ts";
import { everything, only, select } from "#/state/view/selection.ts";
import { useShortcut } from "#/state/commands/shortcuts.ts";
import { IconButton } from "#/ui/icon-button.tsx";
import { LiveRegion } from "#/ui/live-region.tsx";

const first: readonly Choice[] = [
  ...(["archive", "inbox", "notSpam", "trash", "deleteForever", "read", "unread"] as const),
];
const roomy: readonly Choice[] = ["snooze", "label", "move"];

/** Actions for the selected messages, and a button that extends the selection from the loaded ones to all. */
export function BulkBar({ list, isBelow }: { list: FiledList; isBelow: boolean }) {
  const filing = useFiling(list);
  const of = filing.meant();
  const count = of.isAll && list.total > 0 ? list.total : of.ids.length;
  return (
    <div
      className={cn(
        "@container flex shrink-0 flex-col",
        isBelow && "flex-col-reverse pb-[env(safe-area-inset-bottom)]",
      )}
    >
      <div
        role="toolbar"
        aria-label={filingTexts.selected(count)}
        className={cn(
          "flex h-14.25 items-center gap-1 bg-selected px-3",
          isBelow ? "border-t border-line" : "border-b border-line",
        )}
      >
        <IconButton
          label={filingTexts.clear}
          shortcut={useShortcut("selectNone")}
          icon={<X size={16} strokeWidth={1.75} aria-hidden="true" />}
          onClick={filing.clear}
        />
        <p className="min-w-0 flex-1 truncate text-control font-semibold tabular">
          <span className="@max-sm:sr-only">{filingTexts.selected(count)}</span>
          <span aria-hidden="true" className="@sm:hidden">
            {count.toLocaleString(locale)}
          </span>
        </p>
        {offered(filing, first, of).map((choice) => (
          <ChoiceButton key={choice} filing={filing} choice={choice} of={of} />
        ))}
        {offered(filing, roomy, of).map((choice) => (
          <ChoiceButton
            key={choice}
            filing={filing}
            choice={choice}
            of={of}
            className="@max-sm:hidden"
          />
        ))}
        <MoreMenu filing={filing} of={of} />
        <LiveRegion>{filingTexts.selected(count)}</LiveRegion>
      </div>
      <Everything list={list} />
    </div>
  );
}

/** Once everything loaded is selected: a button to select the rest of the list, too. */
function Everything({ list }: { list: FiledList }) {
  const { hasMore, name, selection } = list;
  const { isAll, ids } = selection;
  const words = list.view.kind === "search" ? filingTexts.ofSearch : filingTexts;
  if (!hasMore || !list.ids.every((id) => ids.has(id))) return null;
  return (
    <p className="flex min-h-9 flex-wrap items-center justify-center gap-x-2 border-b border-line bg-canvas px-3 py-1.5 text-label text-ink-2">
      {isAll ? words.allSelected(name) : filingTexts.pageSelected(ids.size)}
      <button
        type="button"
        onClick={() => select(list.key, isAll ? only([]) : everything)}
        className="min-h-6 font-semibold text-accent-ink underline-offset-2 hover:underline coarse:min-h-11"
      >
        {isAll ? filingTexts.clear : words.selectAll(list.total, name)}
      </button>
    </p>
  );
}
