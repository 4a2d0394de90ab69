import { limits } from "@inlet/contract/limits.ts";
import { Assistant } from "#/features/assistant/assistant.tsx";
import { writeTo } from "#/features/compose/recipients/new-message.ts";
import { useMedia } from "#/lib/use-media.ts";
import { besidePx, showAssistant } from "#/state/view/assistant-panel.ts";
import { showPassage } from "#/state/view/passage.ts";
import { useHasNoAccounts } from "#/state/view/active-account.ts";
import { useMailPlace } from "#/state/view/mail-route.ts";
import { useIsSelecting } from "#/state/view/selection.ts";
import { useShortcut } from "#/state/commands/shortcuts.ts";

/** The assistant, with the parts of the app that its answers open. */
export function AssistantCorner() {
  const place = useMailPlace();
  const isMobile = useMedia(`(max-width: ${limits.mobileBreakpointPx - 1}px)`);
  const isCovering = useMedia(`(max-width: ${besidePx - 1}px)`);
  const isSelecting = useIsSelecting();
  const hasNoAccounts = useHasNoAccounts();
  const shortcut = useShortcut("assistant");
  return (
    <Assistant
      hasNoAccounts={hasNoAccounts}
      isHidden={isMobile && isSelecting}
      shortcut={shortcut}
      openEmailId={place.emailId}
      onOpen={(emailId, quote) => {
        if (isCovering) showAssistant("minimized");
        showPassage(emailId, quote);
        place.openEmail(emailId);
      }}
      onWrite={(to, subject) => {
        if (isMobile) showAssistant("minimized");
        writeTo(to, subject);
      }}
    />
  );
}
