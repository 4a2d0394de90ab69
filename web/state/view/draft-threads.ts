import { create } from "zustand";

/** Conversations with a begun answer. A part that is loaded after the list fills it. */
export const useDraftThreads = create<{ ids: ReadonlySet<string> }>(() => ({ ids: new Set() }));
