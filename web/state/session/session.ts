import type { User } from "@inlet/contract/auth/user.ts";
import { storageKeys } from "@inlet/contract/limits.ts";
import { call, onSessionEnd } from "#/api/client.ts";
import { createPersistedStore } from "#/state/live/persisted-store.ts";

interface Session {
  user: User | null;
  token: string | null;
  /** True if the server ended the session, not the user: signing in again returns to the same page. */
  hasExpired: boolean;
}

/** The signed-in user. Stored under `auth-storage`; the token is also stored alone under `token`. */
export const useSession = createPersistedStore<Session>(
  storageKeys.auth,
  { user: null, token: null, hasExpired: false },
  ({ user, token }) => ({ user, token }),
);

/** Returns true if both user and token exist. */
export function isAuthenticated(): boolean {
  const { user, token } = useSession.getState();
  return Boolean(user && token);
}

/** Stores a session that the server has just created. */
export function startSession(session: { user: User; token: string }): void {
  localStorage.setItem(storageKeys.token, session.token);
  useSession.setState({ user: session.user, token: session.token, hasExpired: false });
}

/** Stores the server's current data of the signed-in user. */
export function saveUser(user: User): void {
  useSession.setState((session) => (session.user?.id === user.id ? { user } : session));
}

/** Deletes the session on this device. */
export function endSession({ hasExpired = false } = {}): void {
  localStorage.removeItem(storageKeys.token);
  useSession.setState({ user: null, token: null, hasExpired });
}

let isLeaving = false;

/**
 * Ends the session after a request of the user to the server. If the request fails, it throws that error and the session
 * continues.
 */
export async function endSessionBy(ask: () => Promise<unknown>): Promise<void> {
  // The server closes open streams before it responds: this does not mean that the session expired.
  isLeaving = true;
  try {
    await ask();
    endSession();
  } finally {
    isLeaving = false;
  }
}

/** Ends the session on the server too; a user who is offline is still signed out here. */
export function signOut(): Promise<void> {
  return endSessionBy(() => call("POST /user/logout", {}).catch(() => undefined));
}

onSessionEnd(() => {
  if (!isLeaving) endSession({ hasExpired: true });
});
