import { create } from "zustand";
import { useSession } from "#/state/session/session.ts";

/** Width of a window from which the assistant is beside the page and covers nothing. */
export const besidePx = 1440;

/** Visibility of the assistant. */
export const useAssistantPanel = create<{ state: "closed" | "open" | "minimized" }>()(() => ({
  state: "closed",
}));

useSession.subscribe(({ token }) => {
  if (!token) useAssistantPanel.setState({ state: "closed" });
});

/** Opens, minimizes or closes the assistant. */
export function showAssistant(state: "closed" | "open" | "minimized"): void {
  useAssistantPanel.setState({ state });
}

/** Opens the assistant, or closes it if it is open. */
export function toggleAssistant(): void {
  const { state } = useAssistantPanel.getState();
  showAssistant(state === "open" ? "closed" : "open");
}
