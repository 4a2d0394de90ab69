import { create } from "zustand";

interface Sending {
  /** The drafts that are being handed over right now. */
  keys: readonly string[];
  /** Why the last try failed, by draft. */
  failures: Readonly<Record<string, string>>;
}

/** What is on its way to the server. It goes on when its dialog is closed. */
export const useSending = create<Sending>()(() => ({ keys: [], failures: {} }));

/** Whether a draft is being handed over. */
export function isSending(key: string): boolean {
  return useSending.getState().keys.includes(key);
}

/** It begins. */
export function sendBegins(key: string): void {
  useSending.setState(({ keys }) => ({ keys: [...keys, key] }));
  clearFailure(key);
}

/** It is over; with `failure` it did not work. */
export function sendEnds(key: string, failure?: string): void {
  useSending.setState(({ keys, failures }) => ({
    keys: keys.filter((each) => each !== key),
    ...(failure !== undefined && { failures: { ...failures, [key]: failure } }),
  }));
}

/** It is not even tried, and the person is told why. */
export function refuseToSend(key: string, reason: string): void {
  useSending.setState(({ failures }) => ({ failures: { ...failures, [key]: reason } }));
}

/** The person goes on writing. */
export function clearFailure(key: string): void {
  if (!(key in useSending.getState().failures)) return;
  useSending.setState(({ failures: { [key]: _, ...failures } }) => ({ failures }));
}
