import { wipe } from "#/api/device-store.ts";
import { texts } from "#/texts/shared/app-texts.ts";
import { signOut } from "#/state/session/session.ts";
import { currentUserId, useWaiting } from "#/state/changes/queued-changes.ts";

/** Signs out. Changes that wait for the connection are lost with the session, so the user is asked first. */
export function leave(): void {
  const count = useWaiting.getState().keys.size;
  if (count > 0 && !window.confirm(texts.waiting.lostAtSignOut(count))) return;
  // The page ends with the session.
  void wipe(currentUserId(), ["changes", "outgoing"]).then(signOut);
}
