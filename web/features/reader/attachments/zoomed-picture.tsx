import type { Attachment } from "@inlet/contract/mail/email.ts";
import { ZoomIn, ZoomOut } from "lucide-react";
import { useRef, useState } from "react";
import { attachmentTexts as words } from "#/features/reader/attachments/attachment-texts.ts";
import { cn } from "#/lib/class-names.ts";
import { IconButton } from "#/ui/icon-button.tsx";

const icon = { size: 18, strokeWidth: 1.75, "aria-hidden": true } as const;
const factors = [1, 1.5, 2, 3, 4] as const;

/** A disabled button would lose the focus, and with it the keys of the window. */
const atEnd = "aria-disabled:opacity-45";

/** A picture that fits the window, or a multiple of that size to scroll in. */
export function ZoomedPicture({ attachment }: { attachment: Attachment }) {
  const [hasFailed, setFailed] = useState(false);
  const [zoom, setZoom] = useState(0);
  /** Width at which the picture fits the window. */
  const [fittingPx, setFittingPx] = useState(0);
  const picture = useRef<HTMLImageElement>(null);
  if (hasFailed) return <p className="m-auto text-control text-ink-3">{words.noPicture}</p>;
  const factor = factors[zoom] ?? 1;
  const isLarge = zoom > 0;
  const zoomTo = (next: number) => {
    if (zoom === 0) setFittingPx(picture.current?.clientWidth ?? 0);
    setZoom(Math.min(Math.max(next, 0), factors.length - 1));
  };
  return (
    <>
      <section
        aria-label={attachment.filename}
        // A picture that is larger than the window scrolls, so the keyboard must reach it.
        {...(isLarge && { tabIndex: 0 })}
        className="flex min-h-0 flex-1 overflow-auto"
      >
        {/* The buttons below do the same for the keyboard. */}
        {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- as said above */}
        <img
          ref={picture}
          src={attachment.url}
          alt={attachment.filename}
          onError={() => setFailed(true)}
          onClick={() => zoomTo(isLarge ? 0 : 2)}
          className={cn(
            "m-auto rounded-control object-contain",
            isLarge ? "max-w-none cursor-zoom-out" : "max-h-full max-w-full cursor-zoom-in",
          )}
          // Before the picture is loaded, its width is 0.
          style={isLarge && fittingPx > 0 ? { width: fittingPx * factor } : undefined}
        />
      </section>
      <div className="mt-3 flex shrink-0 items-center justify-center gap-1">
        <IconButton
          label={words.zoomOut}
          icon={<ZoomOut {...icon} />}
          side="top"
          aria-disabled={zoom === 0}
          className={atEnd}
          onClick={() => zoomTo(zoom - 1)}
        />
        <output className="w-12 text-center text-label text-ink-3 tabular">
          {words.zoom(factor)}
        </output>
        <IconButton
          label={words.zoomIn}
          icon={<ZoomIn {...icon} />}
          side="top"
          aria-disabled={zoom === factors.length - 1}
          className={atEnd}
          onClick={() => zoomTo(zoom + 1)}
        />
      </div>
    </>
  );
}
