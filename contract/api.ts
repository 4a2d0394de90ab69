import type { z } from "zod";
import { addAccount, discoverAccount, listAccounts, removeAccount } from "./accounts.ts";
import {
  changeEmail,
  downloadAttachment,
  emailSource,
  listEmails,
  listFolders,
  previewEmail,
  proxiedImage,
  remoteImages,
  searchEmails,
  syncEmail,
} from "./email.ts";
import { liveStream } from "./events.ts";
import { healthz, metrics, openapi, readyz } from "./operations.ts";
import { outboxState, sendEmail, undoSend, uploadFile } from "./send.ts";
import { login, logout, profile, register, updateProfile } from "./user.ts";

/** The API at a glance: every endpoint that is served, and nothing else is. */
export const api = {
  "POST /user/register": register,
  "POST /user/login": login,
  "POST /user/logout": logout,
  "GET /user/profile": profile,
  "PUT /user/profile": updateProfile,

  "GET /imap/accounts": listAccounts,
  "POST /imap/add": addAccount,
  "POST /imap/discover": discoverAccount,
  "DELETE /imap/{id}": removeAccount,

  "GET /email/list": listEmails,
  "GET /email/folders": listFolders,
  "GET /email/preview/{emailId}": previewEmail,
  "PATCH /email/{emailId}": changeEmail,
  "GET /email/{emailId}/images": remoteImages,
  "GET /email/{emailId}/attachments/{attachmentId}": downloadAttachment,
  "GET /email/{emailId}/source": emailSource,
  "GET /image/{token}": proxiedImage,
  "POST /email/sync": syncEmail,
  "POST /email/search": searchEmails,

  "POST /email/send": sendEmail,
  "GET /email/outbox/{id}": outboxState,
  "DELETE /email/outbox/{id}": undoSend,
  "POST /email/uploads": uploadFile,

  "GET /events": liveStream,

  "GET /healthz": healthz,
  "GET /readyz": readyz,
  "GET /metrics": metrics,
  "GET /openapi.json": openapi,
} as const;

export type Endpoints = typeof api;
export type Call = keyof Endpoints;

/** What the browser knows of the API: types only, so that no schema library enters the page. */
export type Api = {
  [Name in Call]: {
    input: z.input<Endpoints[Name]["input"]>;
    output: z.output<Endpoints[Name]["output"]>;
  };
};
