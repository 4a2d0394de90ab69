import { create } from "zustand";

/** The selected messages of one list. */
export interface Selection {
  ids: ReadonlySet<string>;
  /** Start of the next range. */
  anchor: string | null;
  /** True for everything in the list, loaded or not. */
  isAll: boolean;
}

const none: Selection = { ids: new Set(), anchor: null, isAll: false };

const usePersisted = create<{ listKey: string; selection: Selection }>()(() => ({
  listKey: "",
  selection: none,
}));

/** Returns the selection of a list; another list starts without one. */
export function useSelection(listKey: string): Selection {
  const kept = usePersisted();
  return kept.listKey === listKey ? kept.selection : none;
}

/** Returns true if a list has a selection. */
export function useIsSelecting(): boolean {
  return usePersisted(({ selection }) => selection.ids.size > 0);
}

/** Sets the selection of a list to the result of `next`. */
export function select(listKey: string, next: (selection: Selection) => Selection): void {
  usePersisted.setState((kept) => ({
    listKey,
    selection: next(kept.listKey === listKey ? kept.selection : none),
  }));
}

/** Adds a row to the selection, or removes it. */
export function toggled(id: string) {
  return ({ ids }: Selection): Selection => {
    const next = new Set(ids);
    if (!next.delete(id)) next.add(id);
    return { ids: next, anchor: id, isAll: false };
  };
}

/** Selects all rows between the last one touched and this one, in the order of the list. */
export function rangeTo(list: readonly string[], id: string) {
  return ({ ids, anchor }: Selection): Selection => {
    const start = anchor === null ? -1 : list.indexOf(anchor);
    const end = list.indexOf(id);
    if (start < 0 || end < 0) return toggled(id)({ ids, anchor, isAll: false });
    const between = list.slice(Math.min(start, end), Math.max(start, end) + 1);
    return { ids: new Set([...ids, ...between]), anchor, isAll: false };
  };
}

/** Selects exactly these rows. */
export function only(list: readonly string[]) {
  return (): Selection => ({ ...none, ids: new Set(list) });
}

/** Selects everything in the list, loaded or not. */
export function everything(selection: Selection): Selection {
  return { ...selection, isAll: true };
}
