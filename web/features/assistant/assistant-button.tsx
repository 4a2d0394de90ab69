import { Sparkles } from "lucide-react";
import type { Ref } from "react";
import { assistantButtonTexts } from "#/features/assistant/assistant-button-texts.ts";
import { cn } from "#/lib/class-names.ts";
import { showAssistant, useAssistantPanel } from "#/state/view/assistant-panel.ts";

/** The round button that opens the assistant: in the corner, and in the last of five places of a phone's bar. */
export function AssistantButton(props: {
  /** True if there is no mail to ask about: there is no bar, and the button does not ask for attention. */
  hasNoAccounts: boolean;
  ref?: Ref<HTMLButtonElement>;
  /** Restores the minimized panel, on a phone; a larger screen shows that itself. */
  isMinimized?: boolean;
}) {
  return (
    <button
      ref={props.ref}
      type="button"
      aria-label={props.isMinimized ? assistantButtonTexts.restore : assistantButtonTexts.open}
      onClick={() => showAssistant("open")}
      className={cn(
        assistantPlace,
        props.isMinimized && "md:hidden",
        "grid size-12 place-items-center rounded-full border transition-[background-color,scale,opacity] hover:bg-hover active:scale-95",
        props.hasNoAccounts
          ? `${corner} border-transparent text-ink-3`
          : "end-[calc(10%-1.375rem)] bottom-[calc(0.375rem+env(safe-area-inset-bottom))] border-line bg-raised text-accent-ink max-md:size-11 max-md:short:bottom-[calc(0.125rem+env(safe-area-inset-bottom))] max-md:short:fade-on-scroll md:fade-on-scroll md:end-4 md:bottom-[max(1rem,env(safe-area-inset-bottom))] md:shadow-menu",
      )}
    >
      <Sparkles size={20} strokeWidth={1.75} aria-hidden="true" />
    </button>
  );
}

/** The button until the assistant itself is loaded, which then opens if the button was pressed. */
export function EarlyAssistantButton({ hasNoAccounts }: { hasNoAccounts: boolean }) {
  const { state } = useAssistantPanel();
  return state === "closed" && <AssistantButton hasNoAccounts={hasNoAccounts} />;
}

/** Classes for the corner of the window. */
export const corner = "end-4 bottom-[max(1rem,env(safe-area-inset-bottom))]";

/** Classes for everything in that corner. */
export const assistantPlace = cn(
  // A reply at the bottom of the pane or as a sheet, and a docked window, have their actions there.
  "[body:has([data-reply=pinned])_&]:hidden max-md:[body:has([data-reply])_&]:hidden dock-open:hidden",
  "fixed z-10",
);
