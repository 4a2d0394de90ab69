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
import { Turning } from "#/ui/button.tsx";

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
    <div className="mb-3 flex min-h-9 flex-wrap items-center gap-x-2 rounded-control bg-canvas ps-3 pe-1 text-control text-ink-2">
      {isWaiting ? <ImageOff {...icon} /> : <ShieldCheck {...icon} />}
      <span className="min-w-0 flex-1 basis-40 py-1">
        {isWaiting && <span>{frameTexts.imagesBlocked(email.remoteImages)}</span>}
        {isWaiting && email.trackers > 0 && " · "}
        {email.trackers > 0 && (
          <span className="text-ink-3">{frameTexts.trackersBlocked(email.trackers)}</span>
        )}
      </span>
      {isWaiting && (
        <span className="ms-auto flex shrink-0 items-center" aria-busy={isLoading || undefined}>
          {isLoading && <Turning />}
          <LineButton
            word={frameTexts.show}
            label={frameTexts.showImages}
            isBusy={isLoading}
            onClick={onLoad}
          />
          {address && email.fromAddress.length === 1 && email.warnings.length === 0 && (
            <LineButton
              word={frameTexts.always}
              label={frameTexts.alwaysShow}
              isBusy={isLoading}
              onClick={() => {
                onLoad();
                // Prefetched messages do not know about this sender yet.
                void always(address).then(() =>
                  client.invalidateQueries({ queryKey: queryKeys.emails, refetchType: "none" }),
                );
              }}
            />
          )}
        </span>
      )}
    </div>
  );
}

/** A text button whose accessible name is longer than its label. */
function LineButton(props: { word: string; label: string; isBusy: boolean; onClick: () => void }) {
  return (
    <button
      type="button"
      aria-label={props.label}
      title={props.label}
      disabled={props.isBusy}
      onClick={props.onClick}
      // A finger needs 44 px; the line stays lower.
      className="h-7 rounded-control px-2 font-medium text-accent-ink transition-colors hover:bg-hover disabled:text-ink-3 coarse:-my-1 coarse:h-11 coarse:min-w-11"
    >
      {props.word}
    </button>
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
