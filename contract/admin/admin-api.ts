import { listBackups, makeBackup } from "./admin-backups.ts";
import {
  listAllAccounts,
  listJobs,
  readModelUse,
  readStorage,
  retryJob,
} from "./admin-operation.ts";
import {
  changeUser,
  inviteToSignUp,
  listUsers,
  readRegistration,
  removeUser,
  revokeSignupInvitation,
  saveRegistration,
  signUserOut,
  startUserReset,
} from "./admin-users.ts";

/** Endpoints that respond only to administrators. */
export const adminApi = {
  "GET /admin/users": listUsers,
  "PATCH /admin/users/{id}": changeUser,
  "POST /admin/users/{id}/sign-out": signUserOut,
  "POST /admin/users/{id}/reset": startUserReset,
  "POST /admin/users/{id}/delete": removeUser,
  "GET /admin/registration": readRegistration,
  "PUT /admin/registration": saveRegistration,
  "POST /admin/invitations": inviteToSignUp,
  "DELETE /admin/invitations/{id}": revokeSignupInvitation,
  "GET /admin/accounts": listAllAccounts,
  "GET /admin/jobs": listJobs,
  "POST /admin/jobs/{id}/retry": retryJob,
  "GET /admin/storage": readStorage,
  "GET /admin/model-use": readModelUse,
  "GET /admin/backups": listBackups,
  "POST /admin/backups": makeBackup,
} as const;
