import {
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
} from "@simplewebauthn/browser";
import { call } from "#/api/client.ts";
import { startSession } from "#/state/session.ts";

/** Signs in with a passkey that the person picks. False where they leave it; throws what failed. */
export async function signInWithPasskey(): Promise<boolean> {
  try {
    const { options } = await call("POST /user/login/passkey/start", {}, { isAnonymous: true });
    // The server writes them as the standard says.
    const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
    const shown = await startAuthentication({ optionsJSON });
    startSession(await call("POST /user/login/passkey", { shown }, { isAnonymous: true }));
    return true;
  } catch (failure) {
    const name = failure instanceof Error ? failure.name : "";
    // Left, or asked again before the device had answered.
    if (name === "NotAllowedError" || name === "AbortError") return false;
    throw failure;
  }
}
