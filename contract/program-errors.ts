/** What programs with a token may be answered, and those who make tokens: a part of the catalogue in errors.ts. */
export const programErrors = {
  "token.scope": { status: 403, message: "This token is not allowed to do this." },
  "token.account": {
    status: 403,
    message: "This token is for chosen accounts only. Name one of them.",
  },
  "token.approval": {
    status: 403,
    message: "What this token sends waits for approval, and this would leave without it.",
  },
  "token.plain_text": {
    status: 422,
    message: "What waits for approval is plain text. Send it without HTML.",
  },
  "approval.over": {
    status: 409,
    message: "This was decided already, or it has waited for too long.",
  },
  "approval.too_many": {
    status: 409,
    message: "Too many emails wait for approval already.",
  },
  "approval.asked_already": {
    status: 409,
    message: "This draft waits for approval already.",
  },
  "approval.too_long": {
    status: 422,
    message: "What waits for approval is at most 256 KiB of text, with what it quotes.",
  },
  "mcp.origin": { status: 403, message: "Pages of other sites may not call this." },
  "mcp.method": { status: 405, message: "This address takes POST alone." },
  "api_token.fields_required": {
    status: 400,
    message: "Please give the token a name, and choose what it may do.",
  },
  "api_token.not_found": { status: 404, message: "This token no longer exists." },
} as const;
