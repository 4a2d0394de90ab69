import { Sparkles, X } from "lucide-react";
import { useEffect, useRef } from "react";
import type { OpenSource } from "#/features/assistant/answer.tsx";
import { assistantTexts as words } from "#/features/assistant/assistant-texts.ts";
import { ChatPanel } from "#/features/assistant/chat-panel.tsx";
import { useChat } from "#/features/assistant/use-chat.ts";
import { cn } from "#/lib/class-names.ts";
import { showAssistant, useAssistantPanel } from "#/state/view/assistant-panel.ts";
import { IconButton } from "#/ui/icon-button.tsx";
import { Tooltip } from "#/ui/tooltip.tsx";

const corner = "end-4 bottom-[max(1rem,env(safe-area-inset-bottom))]";

/** The AI Assistant in the corner of every screen: a round button, a panel, or a minimized panel. */
export function Assistant(props: {
  /** True if the button has a place in the bar of a phone. */
  isInBar: boolean;
  /** Another element needs the corner; an open panel stays. */
  isHidden: boolean;
  /** True if there is no mail to ask about: the button does not ask for attention. */
  hasNoAccounts: boolean;
  shortcut: string | undefined;
  openEmailId: string | null;
  onOpen: OpenSource;
  onWrite: (to: string, subject: string) => void;
}) {
  const { state } = useAssistantPanel();
  const chat = useChat(state !== "closed");
  const button = useRef<HTMLButtonElement>(null);
  const before = useRef(state);
  useEffect(() => {
    // Closing the panel returns the focus to its button.
    if (before.current !== "closed" && state === "closed") button.current?.focus();
    before.current = state;
  }, [state]);

  if (state === "open")
    return (
      <ChatPanel
        chat={chat}
        openEmailId={props.openEmailId}
        onOpen={props.onOpen}
        onWrite={props.onWrite}
      />
    );
  if (props.isHidden) return null;
  const place = cn(
    // A reply at the bottom of the pane, or as a sheet, has its actions there.
    "[body:has([data-reply=pinned])_&]:hidden max-md:[body:has([data-reply])_&]:hidden",
    "fixed z-10",
  );
  if (state === "minimized") {
    return (
      <div
        className={cn(
          place,
          props.isInBar ? "end-4 bottom-[calc(4.25rem+env(safe-area-inset-bottom))]" : corner,
          "flex items-center rounded-full border border-line bg-raised ps-1 pe-1 text-ink shadow-menu",
        )}
      >
        <button
          type="button"
          aria-label={words.restore}
          onClick={() => showAssistant("open")}
          className="flex h-11 items-center gap-2 rounded-full px-3 text-control font-medium transition-[background-color] hover:bg-hover"
        >
          <Sparkles size={16} strokeWidth={1.75} aria-hidden="true" className="text-accent-ink" />
          {chat.isBusy ? words.thinking : words.title}
        </button>
        <IconButton
          label={words.close}
          className="rounded-full"
          icon={<X size={16} strokeWidth={1.75} aria-hidden="true" />}
          onClick={() => showAssistant("closed")}
        />
      </div>
    );
  }
  return (
    <Tooltip label={words.title} shortcut={props.shortcut} side="top">
      <button
        ref={button}
        type="button"
        aria-label={words.open}
        onClick={() => showAssistant("open")}
        className={cn(
          place,
          "grid place-items-center rounded-full border transition-[background-color,scale] hover:bg-hover active:scale-95",
          props.hasNoAccounts
            ? "border-transparent text-ink-3"
            : "border-line bg-raised text-accent-ink",
          !props.hasNoAccounts && !props.isInBar && "shadow-menu",
          // In the middle of the last of five places.
          props.isInBar
            ? "end-[calc(10%-1.375rem)] bottom-[calc(0.375rem+env(safe-area-inset-bottom))] size-11"
            : `${corner} size-12`,
        )}
      >
        <Sparkles size={20} strokeWidth={1.75} aria-hidden="true" />
      </button>
    </Tooltip>
  );
}
