/** Errors returned to administrators, and to users who are not: a part of the catalogue in errors.ts. */
export const adminErrors = {
  "admin.required": { status: 403, message: "Only administrators can do this." },
  "admin.last": { status: 409, message: "This server needs at least one administrator." },
  "admin.yourself": {
    status: 409,
    message: "Ask another administrator to change your account.",
  },
  "login.disabled": {
    status: 403,
    message: "This account has been disabled by an administrator.",
  },
  "user.not_found": { status: 404, message: "This user no longer exists." },
  "registration.fixed": {
    status: 409,
    message: "Set by the INLET_REGISTRATION environment variable.",
  },
  "signup_invitation.not_found": {
    status: 404,
    message: "This invitation has been used or has expired.",
  },
  "job.not_found": { status: 404, message: "This job has already finished." },
  "backup.failed": { status: 500, message: "Backup failed. See the list for details." },
  "backup.running": { status: 409, message: "A backup is already running." },
} as const;
