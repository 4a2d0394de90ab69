import type { saveKinds } from "@inlet/contract/integrations/integration-kinds.ts";
import { create } from "zustand";
import { useSession } from "#/state/session/session.ts";

export type SaveKind = (typeof saveKinds)[number];

interface Asked {
  emailId: string;
  kind: SaveKind;
  /** Increases with each request, and a later one for the same message starts a new dialog. */
  count: number;
}

interface SaveQuestion {
  /** The latest request; kept while its dialog closes. */
  asked: Asked | null;
  isOpen: boolean;
}

/** The message to save to an external service, while its dialog is open. */
export const useSaveQuestion = create<SaveQuestion>()(() => ({ asked: null, isOpen: false }));

useSession.subscribe(({ token }) => {
  if (!token) useSaveQuestion.setState({ asked: null, isOpen: false });
});

/** Opens the dialog to save a message to Notion or Trello. */
export function askToSave(emailId: string, kind: SaveKind): void {
  useSaveQuestion.setState(({ asked }) => ({
    asked: { emailId, kind, count: (asked?.count ?? 0) + 1 },
    isOpen: true,
  }));
}

/** Closes the dialog. */
export function closeSaving(): void {
  useSaveQuestion.setState({ isOpen: false });
}
