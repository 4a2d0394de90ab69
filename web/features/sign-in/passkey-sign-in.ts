import {
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
} from "@simplewebauthn/browser";
import { call } from "#/api/client.ts";
import { startSession } from "#/state/session/session.ts";

/** Signs in with a passkey that the user selects. Returns false if the user cancels. Throws if it fails. */
export async function signInWithPasskey(): Promise<boolean> {
  try {
    const { options } = await call("POST /user/login/passkey/start", {}, { isAnonymous: true });
    // The server uses the JSON format of the standard.
    const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
    const shown = await startAuthentication({ optionsJSON });
    startSession(await call("POST /user/login/passkey", { shown }, { isAnonymous: true }));
    return true;
  } catch (failure) {
    const name = failure instanceof Error ? failure.name : "";
    // The user canceled, or a new prompt replaced this one.
    if (name === "NotAllowedError" || name === "AbortError") return false;
    throw failure;
  }
}
