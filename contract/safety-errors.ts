/** What of the catalogue concerns who may do what, and how much of it. */
export const safetyErrors = {
  "admin.required": { status: 403, message: "This takes an administrator." },
} as const;
