import {
  confirmAuthenticator,
  removeAuthenticator,
  replaceRecoveryCodes,
  startAuthenticator,
  useAuthenticator,
  useRecoveryCode,
} from "./authenticators.ts";
import {
  addConnectedSignIn,
  createConnectedUser,
  removeConnectedSignIn,
  useConnectedSignIn,
} from "./connected-sign-ins.ts";
import { beginSignIn, forgiveSignIn, pruneFailedSignIns } from "./failed-sign-ins.ts";
import { holdSignIn, pruneSignIns, takeSignIn } from "./sign-ins-on-their-way.ts";
import { recordDevice } from "./known-devices.ts";
import { addMailedLink, pruneMailedLinks, resetPassword, verifyEmail } from "./mailed-links.ts";
import { createApiToken, revokeApiToken, touchApiToken } from "./api-tokens.ts";
import { recordApiTokenCalls, pruneApiTokenCalls } from "./api-token-calls.ts";
import { addPasskey, removePasskey, usePasskey } from "./passkeys.ts";
import {
  createSession,
  endSession,
  endSessionById,
  endSessions,
  touchSession,
} from "./sessions.ts";
import { changePassword, rehashUser } from "./users.ts";

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
