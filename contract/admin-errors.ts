/** What administrators may be answered, and those who are kept out: a part of the catalogue in errors.ts. */
export const adminErrors = {
  "admin.required": { status: 403, message: "This takes an administrator." },
  "admin.last": { status: 409, message: "This server needs at least one administrator." },
  "admin.yourself": {
    status: 409,
    message: "Another administrator has to do this to your account.",
  },
  "login.disabled": {
    status: 403,
    message: "An administrator of this server has switched this account off.",
  },
  "user.not_found": { status: 404, message: "This person is no longer here." },
  "registration.fixed": {
    status: 409,
    message: "INLET_REGISTRATION decides this. Change it where the server is started.",
  },
  "signup_invitation.not_found": {
    status: 404,
    message: "This invitation was used already, or it is over.",
  },
  "job.not_found": { status: 404, message: "This job is done already." },
  "backup.failed": { status: 500, message: "No backup was made. The reason stands with the list." },
  "backup.running": { status: 409, message: "A backup is being made already." },
} as const;
