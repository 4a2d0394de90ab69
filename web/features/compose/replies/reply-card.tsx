import type { Email } from "@inlet/contract/mail/email.ts";
import { Maximize2, X } from "lucide-react";
import { type KeyboardEvent, useId, useRef } from "react";
import { flushSync } from "react-dom";
import { composeTexts } from "#/features/compose/compose-texts.ts";
import type { Draft } from "#/features/compose/drafts/draft.ts";
import { saveEverything } from "#/features/compose/drafts/writing.ts";
import { splitAddresses } from "#/features/compose/recipients/addresses.ts";
import { openInFull } from "#/features/compose/replies/begin-reply.ts";
import { ReplyForm } from "#/features/compose/replies/reply-form.tsx";
import { usePinned } from "#/features/compose/replies/use-pinned.ts";
import { useCardFocus } from "#/features/compose/replies/use-card-focus.ts";
import type { OnArchive } from "#/features/compose/replies/use-reply-submit.ts";
import { cn } from "#/lib/class-names.ts";
import { useCommands } from "#/state/commands/commands.ts";
import { IconButton } from "#/ui/icon-button.tsx";

const words = composeTexts.reply;
const icon = { size: 16, strokeWidth: 1.75, "aria-hidden": true } as const;

interface ReplyCardProps {
  email: Email;
  draft: Draft;
  /** Another object each time that the user asks for the card. */
  request: object;
  /** True if the answered message is the last one of its conversation. */
  isAtEnd: boolean;
  onClose: () => void;
  /** Archives the answered message, if possible; returns a function that undoes it. */
  onArchive: OnArchive | undefined;
}

/**
 * A reply to the sender or to all, below the conversation. While it has the focus it stays at the bottom of the pane, and the mail
 * scrolls above it; on a phone it is a sheet. The reply is a draft until it is sent.
 */
export function ReplyCard(props: ReplyCardProps) {
  const { draft } = props;
  const title = useId();
  const card = useRef<HTMLElement>(null);
  const { isPinned, handlers } = usePinned();
  useCardFocus(card, props);
  const close = () => {
    saveEverything();
    props.onClose();
  };
  // The keys that go back close the card first, wherever the focus is.
  useCommands({ back: close });
  const openFull = () => {
    // The composer takes the focus afterwards, and returns it to where it is now.
    flushSync(close);
    openInFull(draft.key);
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || event.defaultPrevented || event.nativeEvent.isComposing) return;
    event.preventDefault();
    close();
  };
  return (
    // The sheet of a phone is above the page: the space below the conversation lets its end be scrolled above the sheet.
    <div
      className={cn(
        "z-20 mt-6 max-md:h-[max(55dvh,17rem)] max-md:has-data-suggestions:h-[90dvh] max-md:short:h-dvh print:hidden",
        isPinned && "sticky bottom-4",
      )}
    >
      <section
        ref={card}
        role="dialog"
        aria-modal="false"
        aria-labelledby={title}
        // On a phone notifications are above it: see toast-region.tsx.
        data-window
        data-open=""
        data-reply={isPinned ? "pinned" : ""}
        {...handlers}
        onKeyDown={handleKeyDown}
        className={
          "@container relative flex max-h-[max(14rem,100dvh_-_12rem)] min-h-40 flex-col overflow-hidden rounded-card border border-line-strong bg-raised text-ink in-[.sticky]:shadow-menu " +
          "transition-[opacity,translate] duration-200 starting:translate-y-2 starting:opacity-0 " +
          "max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:z-30 max-md:h-[max(55dvh,17rem)] max-md:has-data-suggestions:h-[90dvh] max-md:max-h-none max-md:rounded-b-none max-md:border-x-0 max-md:border-b-0 max-md:shadow-dialog max-md:starting:translate-y-8 " +
          "max-md:short:h-dvh max-md:short:overflow-y-auto"
        }
      >
        <header className="flex shrink-0 items-start gap-1 ps-4 pe-2 pt-2">
          <div className="min-w-0 flex-1 pt-1.5">
            <h2 id={title} className="line-clamp-2 text-control font-semibold wrap-anywhere">
              {words.title(namesIn(draft.to))}
            </h2>
            <p className="flex flex-wrap gap-x-3 text-label text-ink-3">
              <span className="line-clamp-1 wrap-anywhere max-md:hidden">{draft.subject}</span>
              {/* A name alone proves nothing: the recipient's address is always shown. */}
              <span className="min-w-0 wrap-anywhere max-md:truncate">
                {words.to(addressesIn(draft.to))}
              </span>
              {draft.cc && <span className="wrap-anywhere">{words.cc(addressesIn(draft.cc))}</span>}
            </p>
          </div>
          <IconButton label={words.full} icon={<Maximize2 {...icon} />} onClick={openFull} />
          <IconButton label={composeTexts.close} icon={<X {...icon} />} onClick={close} />
        </header>
        <ReplyForm
          email={props.email}
          draft={draft}
          card={card}
          onArchive={props.onArchive}
          onClose={close}
        />
      </section>
    </div>
  );
}

function namesIn(recipients: string): string {
  return splitAddresses(recipients)
    .map(({ name, address }) => name || address)
    .join(", ");
}

function addressesIn(recipients: string): string {
  return splitAddresses(recipients)
    .map(({ address }) => address)
    .join(", ");
}
