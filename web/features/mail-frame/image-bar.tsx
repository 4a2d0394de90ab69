import type { Email } from "@inlet/contract/mail/email.ts";
import { useQueryClient } from "@tanstack/react-query";
import { ImageOff, ShieldCheck } from "lucide-react";
import { call } from "#/api/client.ts";
import { queryKeys } from "#/api/queries.ts";
import { frameTexts } from "#/features/mail-frame/frame-texts.ts";
import { pageTexts } from "#/texts/shared/page-texts.ts";
import { sentenceOf } from "#/lib/sentence-of.ts";
import { texts } from "#/texts/shared/app-texts.ts";
import { notify, warn } from "#/state/changes/toasts.ts";
import { Button } from "#/ui/button.tsx";

const icon = {
  size: 16,
  strokeWidth: 1.75,
  "aria-hidden": true,
  className: "shrink-0 text-ink-3",
} as const;

/** The parts of a message that were not loaded: images wait for the user, trackers are never loaded. */
export function ImageBar(props: {
  email: Email;
  areLoaded: boolean;
  isLoading: boolean;
  onLoad: () => void;
}) {
  const { email, areLoaded, isLoading, onLoad } = props;
  const client = useQueryClient();
  const isWaiting = email.remoteImages > 0 && !areLoaded;
  if (!isWaiting && email.trackers === 0) return null;
  const [address] = email.fromAddress;
  return (
    <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-control bg-canvas py-1.5 pe-1.5 ps-3 text-control text-ink-2">
      {isWaiting ? <ImageOff {...icon} /> : <ShieldCheck {...icon} />}
      {/* Each of the two texts wraps as a whole. */}
      <span className="flex min-w-40 flex-1 flex-wrap gap-x-1.5">
        {isWaiting && <span>{frameTexts.imagesBlocked(email.remoteImages)}</span>}
        {email.trackers > 0 && (
          <span className="text-ink-3">{frameTexts.trackersBlocked(email.trackers)}</span>
        )}
      </span>
      {isWaiting && (
        <span className="flex flex-wrap gap-1">
          {address && email.fromAddress.length === 1 && email.warnings.length === 0 && (
            <Button
              tone="quiet"
              disabled={isLoading}
              onClick={() => {
                onLoad();
                // Prefetched messages do not know about this sender yet.
                void always(address).then(() =>
                  client.invalidateQueries({ queryKey: queryKeys.emails, refetchType: "none" }),
                );
              }}
            >
              {frameTexts.alwaysLoad}
            </Button>
          )}
          <Button disabled={isLoading} isBusy={isLoading} onClick={onLoad}>
            {frameTexts.loadImages}
          </Button>
        </span>
      )}
    </div>
  );
}

async function always(address: string): Promise<void> {
  const attempt = async (work: () => Promise<unknown>, doneText: string, onUndo?: () => void) => {
    try {
      await work();
      notify(doneText, onUndo && { label: texts.undo, onAction: onUndo });
    } catch (error) {
      warn(sentenceOf(error, pageTexts.failed.title));
    }
  };
  const undo = () =>
    void attempt(
      () => call("DELETE /senders/trusted/{address}", { address }),
      frameTexts.askAgain(address),
    );
  await attempt(
    () => call("PUT /senders/trusted/{address}", { address }),
    frameTexts.alwaysLoaded(address),
    undo,
  );
}
