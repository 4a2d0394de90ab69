import { WifiOff } from "lucide-react";
import { texts } from "#/texts/shared/app-texts.ts";
import { useOnline } from "#/lib/use-online.ts";
import { useWaiting } from "#/state/changes/queued-changes.ts";

/** Shown while offline, or while changes wait for the connection, with their number. */
export function OfflineBar() {
  const isOnline = useOnline();
  const count = useWaiting(({ keys }) => keys.size);
  const { waiting } = texts;
  const words = isOnline
    ? count > 0 && waiting.bar(count)
    : count > 0
      ? waiting.offlineBar(count)
      : waiting.offline;
  return (
    <output className="shrink-0">
      {words && (
        <span className="flex items-center justify-center gap-2 border-b border-line bg-warn-soft px-4 py-1.5 text-label font-medium text-warn">
          <WifiOff size={14} strokeWidth={2} aria-hidden="true" className="shrink-0" />
          {words}
        </span>
      )}
    </output>
  );
}
