/** Errors returned to API clients and to users who create tokens: a part of the catalogue in errors.ts. */
export const apiClientErrors = {
  "token.scope": { status: 403, message: "This token is not allowed to do this." },
  "token.account": {
    status: 403,
    message: "This token works only for selected accounts. Name one of them.",
  },
  "token.approval": {
    status: 403,
    message: "This token can only send with approval.",
  },
  "token.plain_text": {
    status: 422,
    message: "Emails that need approval must be plain text. Send it without HTML.",
  },
  "approval.over": {
    status: 409,
    message: "Already decided, or expired.",
  },
  "approval.too_many": {
    status: 409,
    message: "Too many emails are already waiting for approval.",
  },
  "approval.asked_already": {
    status: 409,
    message: "This draft is already waiting for approval.",
  },
  "approval.too_long": {
    status: 422,
    message: "Emails that need approval can have at most 256 KiB of text, including quoted text.",
  },
  "mcp.origin": { status: 403, message: "Requests from other websites are not allowed." },
  "mcp.method": { status: 405, message: "Method not allowed: use POST." },
  "api_token.fields_required": {
    status: 400,
    message: "Please enter a name and choose at least one permission.",
  },
  "api_token.not_found": { status: 404, message: "This token no longer exists." },
} as const;
