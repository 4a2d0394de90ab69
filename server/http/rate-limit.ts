import type { FastifyContextConfig, FastifyRequest } from "fastify";
import { examineAccount } from "@inlet/contract/mail/account-doctor.ts";
import {
  finishMailSignIn,
  pollDeviceSignIn,
  startDeviceSignIn,
  startMailSignIn,
} from "@inlet/contract/mail/account-oauth.ts";
import {
  disconnectSignIn,
  finishConnecting,
  finishSocialSignIn,
  startConnecting,
} from "@inlet/contract/auth/social-sign-in-accounts.ts";
import { changeAccount } from "@inlet/contract/mail/account-change.ts";
import { createApiToken } from "@inlet/contract/auth/tokens.ts";
import { addAccount, discoverAccount } from "@inlet/contract/mail/accounts.ts";
import { proxiedImage } from "@inlet/contract/mail/email.ts";
import { exportedEverything, exportEverything } from "@inlet/contract/mail/data-export.ts";
import {
  addPasskey,
  passkeyLogin,
  removePasskey,
  startPasskey,
  startPasskeyLogin,
} from "@inlet/contract/auth/passkeys.ts";
import {
  changePassword,
  confirmAuthenticator,
  deleteUser,
  removeAuthenticator,
  renewRecoveryCodes,
  startAuthenticator,
} from "@inlet/contract/auth/security.ts";
import { approveSend, sendEmail, uploadFile } from "@inlet/contract/mail/send.ts";
import { requestDemo } from "@inlet/contract/admin/landing.ts";
import { leaveBrief } from "@inlet/contract/ai/unsubscribe-brief.ts";
import {
  forgotPassword,
  resetPassword,
  sendVerification,
  verifyEmail,
} from "@inlet/contract/auth/mailed-links.ts";
import { subscribeToPush } from "@inlet/contract/mail/notifications.ts";
import { login, register } from "@inlet/contract/auth/user.ts";

interface RateLimit {
  max: number;
  windowMs: number;
  by: "address" | "user";
}

const minute = 60_000;

/** Limits of calls that are expensive or contact other machines. Reading mail is not limited. */
const rateLimits = new Map<object, RateLimit>([
  [register, { max: 100, windowMs: 60 * minute, by: "address" }],
  [login, { max: 120, windowMs: minute, by: "address" }],
  [forgotPassword, { max: 60, windowMs: 60 * minute, by: "address" }],
  [resetPassword, { max: 60, windowMs: 10 * minute, by: "address" }],
  [verifyEmail, { max: 60, windowMs: 10 * minute, by: "address" }],
  [sendVerification, { max: 20, windowMs: 60 * minute, by: "user" }],
  [startPasskeyLogin, { max: 120, windowMs: minute, by: "address" }],
  [passkeyLogin, { max: 120, windowMs: minute, by: "address" }],
  [finishSocialSignIn, { max: 120, windowMs: minute, by: "address" }],
  [startConnecting, { max: 60, windowMs: 10 * minute, by: "user" }],
  [finishConnecting, { max: 60, windowMs: 10 * minute, by: "user" }],
  [disconnectSignIn, { max: 60, windowMs: 10 * minute, by: "user" }],
  [startPasskey, { max: 60, windowMs: 10 * minute, by: "user" }],
  [addPasskey, { max: 60, windowMs: 10 * minute, by: "user" }],
  [removePasskey, { max: 60, windowMs: 10 * minute, by: "user" }],
  [changePassword, { max: 60, windowMs: 10 * minute, by: "user" }],
  [startAuthenticator, { max: 60, windowMs: 10 * minute, by: "user" }],
  [confirmAuthenticator, { max: 60, windowMs: 10 * minute, by: "user" }],
  [removeAuthenticator, { max: 60, windowMs: 10 * minute, by: "user" }],
  [renewRecoveryCodes, { max: 60, windowMs: 10 * minute, by: "user" }],
  [createApiToken, { max: 60, windowMs: 10 * minute, by: "user" }],
  [exportEverything, { max: 60, windowMs: 10 * minute, by: "user" }],
  [exportedEverything, { max: 60, windowMs: 10 * minute, by: "address" }],
  [deleteUser, { max: 60, windowMs: 10 * minute, by: "user" }],
  [addAccount, { max: 60, windowMs: 10 * minute, by: "user" }],
  [changeAccount, { max: 60, windowMs: 10 * minute, by: "user" }],
  [examineAccount, { max: 30, windowMs: 10 * minute, by: "user" }],
  [startMailSignIn, { max: 60, windowMs: 10 * minute, by: "user" }],
  [finishMailSignIn, { max: 60, windowMs: 10 * minute, by: "user" }],
  [startDeviceSignIn, { max: 20, windowMs: 10 * minute, by: "user" }],
  [pollDeviceSignIn, { max: 600, windowMs: 10 * minute, by: "user" }],
  [discoverAccount, { max: 120, windowMs: 10 * minute, by: "user" }],
  [sendEmail, { max: 300, windowMs: 10 * minute, by: "user" }],
  [approveSend, { max: 300, windowMs: 10 * minute, by: "user" }],
  [subscribeToPush, { max: 60, windowMs: 10 * minute, by: "user" }],
  [uploadFile, { max: 600, windowMs: 10 * minute, by: "user" }],
  [leaveBrief, { max: 60, windowMs: 10 * minute, by: "address" }],
  [requestDemo, { max: 10, windowMs: 60 * minute, by: "address" }],
  [proxiedImage, { max: 3000, windowMs: minute, by: "address" }],
]);

/** Returns the settings of an endpoint's route for the rate-limit plugin. */
export function rateLimitOf(endpoint: object): FastifyContextConfig {
  const limit = rateLimits.get(endpoint);
  if (!limit) return { rateLimit: false };
  return {
    rateLimit: {
      max: limit.max,
      timeWindow: limit.windowMs,
      ...(limit.by === "user" && { keyGenerator: userOf }),
    },
  };
}

/** Limit of the pages that lead to another provider and back. */
export const rateLimitOfPage: FastifyContextConfig = {
  rateLimit: { max: 120, timeWindow: minute },
};

/** An API client that loops uses up its own limit, not the user's. */
function userOf(request: FastifyRequest): string {
  return request.caller?.program?.id ?? request.caller?.userId ?? request.ip;
}
