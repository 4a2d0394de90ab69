import { Sparkles, X } from "lucide-react";
import { useEffect, useRef } from "react";
import type { OpenSource } from "#/features/assistant/answer.tsx";
import { assistantButtonTexts } from "#/features/assistant/assistant-button-texts.ts";
import { AssistantButton, assistantPlace, corner } from "#/features/assistant/assistant-button.tsx";
import { assistantTexts as words } from "#/features/assistant/assistant-texts.ts";
import { ChatPanel } from "#/features/assistant/chat-panel.tsx";
import { useChat } from "#/features/assistant/use-chat.ts";
import { cn } from "#/lib/class-names.ts";
import { showAssistant, useAssistantPanel } from "#/state/view/assistant-panel.ts";
import { IconButton } from "#/ui/icon-button.tsx";
import { Tooltip } from "#/ui/tooltip.tsx";

/** The AI Assistant in the corner of every screen: a round button, a panel, or a minimized panel. */
export function Assistant(props: {
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
  if (state === "minimized") {
    return (
      <>
        <AssistantButton isMinimized hasNoAccounts={props.hasNoAccounts} />
        <div
          className={cn(
            assistantPlace,
            corner,
            "flex items-center max-md:hidden rounded-full border border-line bg-raised ps-1 pe-1 text-ink shadow-menu",
          )}
        >
          <button
            type="button"
            aria-label={assistantButtonTexts.restore}
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
      </>
    );
  }
  return (
    <Tooltip label={words.title} shortcut={props.shortcut} side="top">
      <AssistantButton ref={button} hasNoAccounts={props.hasNoAccounts} />
    </Tooltip>
  );
}
