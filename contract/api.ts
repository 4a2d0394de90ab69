import type { z } from "zod";
import { adminApi } from "./admin/admin-api.ts";
import { aiApi } from "./ai/ai-api.ts";
import { auditApi } from "./auth/audit.ts";
import { integrationApi } from "./integrations/integration-api.ts";
import { createApiToken, listApiTokenCalls, listApiTokens, revokeApiToken } from "./auth/tokens.ts";
import { contactApi } from "./mail/contacts.ts";
import { savedSearchApi } from "./mail/saved-searches.ts";
import { changeAccount } from "./mail/account-change.ts";
import { examineAccount } from "./mail/account-doctor.ts";
import {
  finishMailSignIn,
  listMailProviders,
  pollDeviceSignIn,
  startDeviceSignIn,
  startMailSignIn,
} from "./mail/account-oauth.ts";
import { accountApi } from "./mail/accounts.ts";
import { accountHealth, compareAccount } from "./mail/account-health.ts";
import {
  downloadAttachment,
  emailSource,
  listEmails,
  listFolders,
  previewEmail,
  proxiedImage,
  remoteImages,
  searchEmails,
  syncEmail,
} from "./mail/email.ts";
import {
  describeNotifications,
  recordPresence,
  notificationWays,
  subscribeToPush,
  unsubscribeFromPush,
} from "./mail/notifications.ts";
import {
  completeRecipient,
  continueUpload,
  listDrafts,
  listIdentities,
  openDraft,
  removeDraft,
  removeIdentity,
  removeUpload,
  saveDraft,
  saveIdentity,
  startUpload,
  uploadedPicture,
  uploadOffset,
} from "./mail/drafts.ts";
import {
  disconnectSignIn,
  finishConnecting,
  finishSocialSignIn,
  listConnectedSignIns,
  startConnecting,
} from "./auth/social-sign-in-accounts.ts";
import { exportedEverything, exportEverything } from "./mail/data-export.ts";
import {
  chooseFollowUp,
  dropPreparedAnswer,
  followUpSettings,
  listFollowUps,
  preparedAnswer,
  saveFollowUpSettings,
  writeNudge,
} from "./ai/follow-ups.ts";
import { liveStream } from "./events.ts";
import {
  changeEmail,
  changeEmails,
  countEmails,
  createFolder,
  emptyFolder,
  listLabels,
  removeLabel,
  saveLabel,
  undoChange,
} from "./mail/filing.ts";

import { demoPage, requestDemo, starCount } from "./admin/landing.ts";
import {
  forgotPassword,
  hostFacts,
  readVerification,
  resetPassword,
  sendVerification,
  verifyEmail,
} from "./auth/mailed-links.ts";
import { healthz, metrics, openapi, readyz } from "./admin/operations.ts";
import {
  answerReceipt,
  approveSend,
  listApprovals,
  listOutbox,
  outboxState,
  rescheduleSend,
  resolveSend,
  sendEmail,
  undoSend,
  uploadFile,
} from "./mail/send.ts";
import {
  changePassword,
  confirmAuthenticator,
  deleteUser,
  endSession,
  endSessions,
  listSessions,
  readSecurity,
  removeAuthenticator,
  renewRecoveryCodes,
  startAuthenticator,
} from "./auth/security.ts";
import {
  blockSender,
  distrustSender,
  listBlockedSenders,
  listTrustedSenders,
  trustSender,
  unblockSender,
  unsubscribe,
} from "./mail/senders.ts";

import { mailPreferences, saveMailPreferences } from "./mail/settings.ts";
import {
  addPasskey,
  listPasskeys,
  passkeyLogin,
  removePasskey,
  startPasskey,
  startPasskeyLogin,
} from "./auth/passkeys.ts";
import {
  cancelImport,
  exportedMail,
  exportMail,
  importMail,
  listImports,
} from "./mail/transfer.ts";

import { listThreads, readThread } from "./mail/threads.ts";
import {
  login,
  logout,
  profile,
  readAvatar,
  register,
  removeAvatar,
  saveAvatar,
  updateProfile,
} from "./auth/user.ts";

/** The whole API. The server serves exactly these endpoints. */
export const api = {
  ...adminApi,
  ...aiApi,
  ...auditApi,
  ...integrationApi,
  ...contactApi,
  ...accountApi,
  ...savedSearchApi,

  "POST /user/register": register,
  "POST /user/login": login,
  "POST /user/login/passkey/start": startPasskeyLogin,
  "POST /user/login/passkey": passkeyLogin,
  "POST /user/login/elsewhere": finishSocialSignIn,
  "POST /user/logout": logout,
  "POST /user/forgot": forgotPassword,
  "POST /user/reset": resetPassword,
  "POST /user/verify": verifyEmail,
  "GET /user/verification": readVerification,
  "POST /user/verification": sendVerification,
  "GET /user/profile": profile,
  "PUT /user/profile": updateProfile,
  "PUT /user/avatar": saveAvatar,
  "DELETE /user/avatar": removeAvatar,
  "GET /user/{userId}/avatar": readAvatar,

  "GET /user/security": readSecurity,
  "POST /user/password": changePassword,
  "GET /user/sessions": listSessions,
  "DELETE /user/sessions/{id}": endSession,
  "POST /user/sessions/end": endSessions,
  "POST /user/authenticator": startAuthenticator,
  "POST /user/authenticator/confirm": confirmAuthenticator,
  "POST /user/authenticator/remove": removeAuthenticator,
  "POST /user/recovery-codes": renewRecoveryCodes,
  "GET /user/passkeys": listPasskeys,
  "POST /user/passkeys/start": startPasskey,
  "POST /user/passkeys": addPasskey,
  "POST /user/passkeys/{id}/remove": removePasskey,
  "GET /user/sign-ins": listConnectedSignIns,
  "POST /user/sign-ins/start": startConnecting,
  "POST /user/sign-ins": finishConnecting,
  "POST /user/sign-ins/{id}/remove": disconnectSignIn,
  "GET /user/tokens": listApiTokens,
  "POST /user/tokens": createApiToken,
  "DELETE /user/tokens/{id}": revokeApiToken,
  "GET /user/tokens/{id}/calls": listApiTokenCalls,
  "POST /user/export": exportEverything,
  "GET /user/export/{token}": exportedEverything,
  "POST /user/delete": deleteUser,

  "POST /imap/doctor": examineAccount,
  "GET /imap/oauth": listMailProviders,
  "POST /imap/oauth/start": startMailSignIn,
  "POST /imap/oauth/finish": finishMailSignIn,
  "POST /imap/oauth/device": startDeviceSignIn,
  "POST /imap/oauth/device/poll": pollDeviceSignIn,
  "PATCH /imap/{id}": changeAccount,
  "GET /imap/{id}/health": accountHealth,
  "POST /imap/{id}/compare": compareAccount,

  "GET /email/list": listEmails,
  "GET /email/folders": listFolders,
  "GET /email/preview/{emailId}": previewEmail,
  "GET /email/threads": listThreads,
  "GET /email/threads/{threadId}": readThread,
  "PATCH /email/{emailId}": changeEmail,
  "POST /email/count": countEmails,
  "POST /email/bulk": changeEmails,
  "POST /email/undo": undoChange,
  "POST /email/empty": emptyFolder,
  "POST /email/folders": createFolder,
  "GET /email/labels": listLabels,
  "PUT /email/labels/{name}": saveLabel,
  "DELETE /email/labels/{name}": removeLabel,
  "GET /email/{emailId}/images": remoteImages,
  "GET /email/{emailId}/attachments/{attachmentId}": downloadAttachment,
  "GET /email/{emailId}/source": emailSource,
  "GET /image/{token}": proxiedImage,
  "POST /email/sync": syncEmail,
  "POST /email/search": searchEmails,

  "POST /email/send": sendEmail,
  "GET /email/outbox": listOutbox,
  "GET /email/outbox/{id}": outboxState,
  "PATCH /email/outbox/{id}": rescheduleSend,
  "POST /email/outbox/{id}/resolve": resolveSend,
  "DELETE /email/outbox/{id}": undoSend,
  "GET /email/approvals": listApprovals,
  "POST /email/approvals/{id}": approveSend,
  "POST /email/{emailId}/receipt": answerReceipt,
  "POST /email/uploads": uploadFile,
  "POST /email/uploads/start": startUpload,
  "GET /email/uploads/{id}": uploadOffset,
  "GET /email/uploads/{id}/content": uploadedPicture,
  "PATCH /email/uploads/{id}": continueUpload,
  "DELETE /email/uploads/{id}": removeUpload,

  "GET /email/drafts": listDrafts,
  "PUT /email/drafts/{id}": saveDraft,
  "DELETE /email/drafts/{id}": removeDraft,
  "POST /email/drafts/open": openDraft,
  "GET /identities": listIdentities,
  "PUT /identities/{id}": saveIdentity,
  "DELETE /identities/{id}": removeIdentity,
  "GET /recipients": completeRecipient,
  "GET /user/preferences": mailPreferences,
  "PUT /user/preferences": saveMailPreferences,
  "GET /user/notifications": notificationWays,
  "POST /user/notifications/describe": describeNotifications,
  "PUT /user/presence": recordPresence,
  "PUT /user/push": subscribeToPush,
  "POST /user/push/remove": unsubscribeFromPush,

  "POST /email/imports": importMail,
  "GET /email/imports": listImports,
  "DELETE /email/imports/{id}": cancelImport,
  "POST /email/export": exportMail,
  "GET /export/{token}": exportedMail,

  "POST /email/{emailId}/unsubscribe": unsubscribe,
  "GET /senders/blocked": listBlockedSenders,
  "PUT /senders/blocked/{address}": blockSender,
  "DELETE /senders/blocked/{address}": unblockSender,
  "GET /senders/trusted": listTrustedSenders,
  "PUT /senders/trusted/{address}": trustSender,
  "DELETE /senders/trusted/{address}": distrustSender,

  "GET /follow-ups": listFollowUps,
  "PUT /follow-ups/{threadId}": chooseFollowUp,
  "POST /follow-ups/nudge": writeNudge,
  "GET /follow-ups/answers/{emailId}": preparedAnswer,
  "PUT /follow-ups/answers/{emailId}": dropPreparedAnswer,
  "GET /follow-ups/settings": followUpSettings,
  "POST /follow-ups/settings": saveFollowUpSettings,

  "GET /events": liveStream,

  "GET /meta/stars": starCount,
  "GET /meta/host": hostFacts,
  "GET /meta/demo": demoPage,
  "POST /meta/demo": requestDemo,

  "GET /healthz": healthz,
  "GET /readyz": readyz,
  "GET /metrics": metrics,
  "GET /openapi.json": openapi,
} as const;

export type Endpoints = typeof api;
export type Call = keyof Endpoints;

/** The part of the API that the browser knows: types only, to keep the schema library out of the page. */
export type Api = {
  [Name in Call]: {
    input: z.input<Endpoints[Name]["input"]>;
    output: z.output<Endpoints[Name]["output"]>;
  };
};
