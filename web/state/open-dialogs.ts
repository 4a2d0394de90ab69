import { create } from "zustand";
import { useSession } from "#/state/session.ts";

interface OpenDialogs {
  isAddingAccount: boolean;
  isComposing: boolean;
}

const closed: OpenDialogs = { isAddingAccount: false, isComposing: false };

/** Which of the dialogs that belong to no one screen stand open. */
export const useOpenDialogs = create<OpenDialogs>()(() => closed);

useSession.subscribe(({ token }) => {
  if (!token) useOpenDialogs.setState(closed);
});

/** Opens or closes the "Add Email Account" dialog. */
export function setAddingAccount(isAddingAccount: boolean): void {
  useOpenDialogs.setState({ isAddingAccount });
}

/** Opens or closes the "Compose Email" dialog. */
export function setComposing(isComposing: boolean): void {
  useOpenDialogs.setState({ isComposing });
}
