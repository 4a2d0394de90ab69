import { create } from "zustand";
import { useSession } from "#/state/session/session.ts";

/** A dialog about a label; a new one has no name yet. */
export interface LabelQuestion {
  question: "change" | "remove";
  name: string;
}

/** All entries of the palette, or the labels only. */
export type PaletteScope = "everything" | "labels";

interface OpenDialogs {
  /** The drawer of a phone. */
  isSidebarOpen: boolean;
  isAddingAccount: boolean;
  /** The address that the "Add Email Account" dialog starts with. */
  addressToAdd: string;
  /** A new message was asked for; the composer opens a window for it when it is loaded. */
  isComposing: boolean;
  isOutboxOpen: boolean;
  label: LabelQuestion | null;
  /** Scope of the command palette while it is open. */
  palette: PaletteScope | null;
  isSheetOpen: boolean;
  isSlackOpen: boolean;
}

const closed: OpenDialogs = {
  isSidebarOpen: false,
  isAddingAccount: false,
  addressToAdd: "",
  isComposing: false,
  isOutboxOpen: false,
  label: null,
  palette: null,
  isSheetOpen: false,
  isSlackOpen: false,
};

/** State of the dialogs that are independent of a screen. */
export const useOpenDialogs = create<OpenDialogs>()(() => closed);

useSession.subscribe(({ token }) => {
  if (!token) useOpenDialogs.setState(closed);
});

/** Opens or closes the sidebar of a phone. */
export function setSidebarOpen(isSidebarOpen: boolean): void {
  useOpenDialogs.setState({ isSidebarOpen });
}

/** Opens or closes the "Add Email Account" dialog. */
export function setAddingAccount(isAddingAccount: boolean): void {
  useOpenDialogs.setState({ isAddingAccount, addressToAdd: "" });
}

/** Opens the "Add Email Account" dialog with an address. */
export function openAddAccount(addressToAdd: string): void {
  useOpenDialogs.setState({ isAddingAccount: true, addressToAdd });
}

/** Asks the composer for a new message; the composer sets false when it opens the window. */
export function setComposing(isComposing: boolean): void {
  useOpenDialogs.setState({ isComposing });
}

/** Opens or closes the outbox. */
export function setOutboxOpen(isOutboxOpen: boolean): void {
  useOpenDialogs.setState({ isOutboxOpen });
}

/** Opens a dialog to rename, recolor or delete a label; null closes it. */
export function askAboutLabel(label: LabelQuestion | null): void {
  useOpenDialogs.setState({ label });
}

/** Opens the command palette; null closes it. */
export function openPalette(palette: PaletteScope | null): void {
  useOpenDialogs.setState({ palette });
}

/** Opens or closes the list of all keys. */
export function setSheetOpen(isSheetOpen: boolean): void {
  useOpenDialogs.setState({ isSheetOpen });
}

/** Opens or closes the "Slack Integration" dialog. */
export function setSlackOpen(isSlackOpen: boolean): void {
  useOpenDialogs.setState({ isSlackOpen });
}
