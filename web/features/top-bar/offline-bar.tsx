import { WifiOff } from "lucide-react";
import { texts } from "#/lib/texts.ts";
import { useOnline } from "#/lib/use-online.ts";

/** Says that there is no connection, as long as there is none. */
export function OfflineBar() {
  const isOnline = useOnline();
  return (
    <output className="shrink-0">
      {!isOnline && (
        <span className="flex items-center justify-center gap-2 border-b border-line bg-warn-soft px-4 py-1.5 text-label font-medium text-warn">
          <WifiOff size={14} strokeWidth={2} aria-hidden="true" className="shrink-0" />
          {texts.shell.offline}
        </span>
      )}
    </output>
  );
}
