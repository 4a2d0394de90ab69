import {
  confirmAuthenticator,
  removeAuthenticator,
  replaceRecoveryCodes,
  startAuthenticator,
  useAuthenticator,
  useRecoveryCode,
} from "#/store/auth/authenticator-commands.ts";
import {
  addConnectedSignIn,
  createConnectedUser,
  removeConnectedSignIn,
  useConnectedSignIn,
} from "#/store/auth/social-sign-in-commands.ts";
import {
  beginSignIn,
  forgiveSignIn,
  pruneFailedSignIns,
} from "#/store/auth/failed-sign-in-commands.ts";
import { holdSignIn, pruneSignIns, takeSignIn } from "#/store/auth/pending-sign-in-commands.ts";
import { recordDevice } from "#/store/auth/known-device-commands.ts";
import {
  addMailedLink,
  pruneMailedLinks,
  resetPassword,
  verifyEmail,
} from "#/store/auth/mailed-link-commands.ts";
import { createApiToken, revokeApiToken, touchApiToken } from "#/store/auth/api-token-commands.ts";
import { recordApiTokenCalls, pruneApiTokenCalls } from "#/store/auth/api-token-call-commands.ts";
import { addPasskey, removePasskey, usePasskey } from "#/store/auth/passkey-commands.ts";
import {
  createSession,
  endSession,
  endSessionById,
  endSessions,
  touchSession,
} from "#/store/auth/session-commands.ts";
import { changePassword, rehashUser } from "#/store/users/commands.ts";

/** Write commands of signing in, and of all credentials for it. */
export const signInCommands = {
  "user.rehash": rehashUser,
  "user.password": changePassword,
  "session.create": createSession,
  "session.touch": touchSession,
  "session.end": endSession,
  "session.endById": endSessionById,
  "session.endAll": endSessions,
  "authenticator.start": startAuthenticator,
  "authenticator.confirm": confirmAuthenticator,
  "authenticator.use": useAuthenticator,
  "authenticator.remove": removeAuthenticator,
  "recoveryCode.use": useRecoveryCode,
  "recoveryCodes.replace": replaceRecoveryCodes,
  "passkey.add": addPasskey,
  "passkey.use": usePasskey,
  "passkey.remove": removePasskey,
  "user.createConnected": createConnectedUser,
  "signIn.add": addConnectedSignIn,
  "signIn.use": useConnectedSignIn,
  "signIn.remove": removeConnectedSignIn,
  "signInOnItsWay.hold": holdSignIn,
  "signInOnItsWay.take": takeSignIn,
  "failedSignIns.begin": beginSignIn,
  "failedSignIns.forgive": forgiveSignIn,
  "failedSignIns.prune": pruneFailedSignIns,
  "signInsOnTheirWay.prune": pruneSignIns,
  "apiToken.create": createApiToken,
  "apiToken.touch": touchApiToken,
  "apiToken.revoke": revokeApiToken,
  "apiTokens.noteCalls": recordApiTokenCalls,
  "apiTokenCalls.prune": pruneApiTokenCalls,
  "device.note": recordDevice,
  "mailedLink.add": addMailedLink,
  "mailedLink.reset": resetPassword,
  "mailedLink.verify": verifyEmail,
  "mailedLinks.prune": pruneMailedLinks,
} as const;
