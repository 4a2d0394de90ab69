import { create } from "zustand";

interface OpenDialogs {
  isAddingAccount: boolean;
  isComposing: boolean;
}

/** Which of the dialogs that belong to no one screen stand open. */
export const useOpenDialogs = create<OpenDialogs>()(() => ({
  isAddingAccount: false,
  isComposing: false,
}));

/** Opens or closes the "Add Email Account" dialog. */
export function setAddingAccount(isAddingAccount: boolean): void {
  useOpenDialogs.setState({ isAddingAccount });
}

/** Opens or closes the "Compose Email" dialog. */
export function setComposing(isComposing: boolean): void {
  useOpenDialogs.setState({ isComposing });
}
