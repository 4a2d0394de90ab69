import { create } from "zustand";

interface Sending {
  /** The drafts that are being sent right now. */
  keys: readonly string[];
  /** Error of the last attempt, by draft. */
  failures: Readonly<Record<string, string>>;
}

/** The drafts being sent. Sending continues when the window or card closes. */
export const useSending = create<Sending>()(() => ({ keys: [], failures: {} }));

/** Reports whether a draft is being handed over. */
export function isSending(key: string): boolean {
  return useSending.getState().keys.includes(key);
}

/** Marks a draft as being sent. */
export function sendBegins(key: string): void {
  useSending.setState(({ keys }) => ({ keys: [...keys, key] }));
  clearFailure(key);
}

/** Ends the mark of a draft as being sent; `failure` is the error, if any. */
export function sendEnds(key: string, failure?: string): void {
  useSending.setState(({ keys, failures }) => ({
    keys: keys.filter((each) => each !== key),
    ...(failure !== undefined && { failures: { ...failures, [key]: failure } }),
  }));
}

/** Refuses to send a draft, and shows the reason to the user. */
export function refuseToSend(key: string, reason: string): void {
  useSending.setState(({ failures }) => ({ failures: { ...failures, [key]: reason } }));
}

/** Clears the error when the user continues writing. */
export function clearFailure(key: string): void {
  if (!(key in useSending.getState().failures)) return;
  useSending.setState(({ failures: { [key]: _, ...failures } }) => ({ failures }));
}
