import type {
  AccountId,
  ApiTokenId,
  ConnectedSignInId,
  DraftId,
  OutboxId,
  PasskeyId,
  UserId,
} from "@inlet/contract/ids.ts";
import type { SocialProvider } from "@inlet/contract/auth/social-sign-in.ts";
import type { Bit } from "#/store/engine/bit.ts";

/** Tables about a user: protection of an account besides its password, the emails for it, and the avatar. */
export interface SafetyTables {
  avatars: AvatarRow;
  authenticators: AuthenticatorRow;
  recovery_codes: RecoveryCodeRow;
  host_mails: HostMailRow;
  mailed_links: MailedLinkRow;
  email_verifications: EmailVerificationRow;
  known_devices: KnownDeviceRow;
  passkeys: PasskeyRow;
  connected_sign_ins: ConnectedSignInRow;
  sign_ins_on_their_way: PendingSignInRow;
  failed_sign_ins: FailedSignInRow;
  api_tokens: ApiTokenRow;
  api_token_calls: ApiTokenCallRow;
  approvals: ApprovalRow;
}

/** A user's avatar. */
export interface AvatarRow {
  user_id: UserId;
  /** image/png or image/webp, detected by the first bytes. */
  type: string;
  content: Uint8Array;
}

/** The authenticator app whose codes are required after the password. A user has at most one. */
export interface AuthenticatorRow {
  user_id: UserId;
  /** Encrypted. */
  secret: string;
  /** 0 until its first code was correct; before that, no code is required. */
  is_confirmed: Bit;
  /** The time step (RFC 6238) of the newest accepted code: each code is accepted once, and never after a newer one. */
  last_step: number;
  created_at: number;
}

/** An email that the host sends on its own behalf, until its mail server has it. */
export interface HostMailRow {
  id: string;
  /** The user it is about; "" for a recipient without an account here. */
  user_id: UserId;
  /** JSON of its content and recipient, encrypted: it may contain a link that opens an account. */
  content: string;
  /** Time after which it is invalid. */
  expires_at: number;
  created_at: number;
}

/** A failed or running try to sign in: one row for the account, one for the client's address. */
interface FailedSignInRow {
  /** HMAC under a key of the installation: it reveals neither the account nor the address. */
  key_hash: string;
  /** Id of the try, the same in both rows. */
  id: string;
  failed_at: number;
}

/** A link that was sent by email. Deleted once used. */
export interface MailedLinkRow {
  /** SHA-256, hex. */
  token_hash: string;
  user_id: UserId;
  /**
   * Purpose of the link: to choose a new password (`reset` by email, `handedReset` from an administrator), or to verify that the
   * address is the user's.
   */
  purpose: "reset" | "handedReset" | "verify";
  expires_at: number;
  created_at: number;
}

/** Verification of a user's email address; only users with a request have a row. */
export interface EmailVerificationRow {
  user_id: UserId;
  /** Time at which the newest link was sent. */
  asked_at: number;
  /** 0 until a link was opened. */
  verified_at: number;
}

/** A device on which the user signed in. */
interface KnownDeviceRow {
  user_id: UserId;
  /**
   * SHA-256, hex: of the token that the browser stores, or of a client's self-reported name. "" is a device from before devices
   * were recorded, until the user signs in.
   */
  device_hash: string;
  last_seen_at: number;
}

/** Deleted once used. */
interface RecoveryCodeRow {
  user_id: UserId;
  /** SHA-256, hex. */
  code_hash: string;
}

/** Public half of a key pair on a user's device (WebAuthn). */
export interface PasskeyRow {
  id: PasskeyId;
  user_id: UserId;
  /** Id that the device assigned, base64url. Unique over all users. */
  credential_id: string;
  /** COSE, base64url. */
  public_key: string;
  /** Signature counter of the device; 0 for devices without one. */
  counter: number;
  /** The host name for which it was created. It works on no other. */
  rp_id: string;
  name: string;
  /** Transports by which a browser reaches the device, to avoid registering a second key on it. */
  transports_json: string;
  created_at: number;
  /** 0 until it was used to sign in. */
  last_used_at: number;
}

/** A user's identity at an external provider. Issuer and subject belong to one user here. */
export interface ConnectedSignInRow {
  id: ConnectedSignInId;
  user_id: UserId;
  provider: SocialProvider;
  /** Issuer: the provider's name in its tokens. */
  issuer: string;
  /** Subject: the provider's permanent id of the user. */
  subject: string;
  /** The user's email address at the provider at the time of connecting, for display. It is not used for lookups. */
  address: string;
  created_at: number;
  /** 0 until it was used to sign in. */
  last_used_at: number;
}

/** A pending sign-in or connection at an external provider, or one whose response has arrived. Deleted once consumed. */
export interface PendingSignInRow {
  /** SHA-256 in hex: of the state that the provider returns, or of the value with which the page completes the sign-in. */
  token_hash: string;
  /** Pending at the provider, or returned with its response. */
  stage: "journey" | "arrival";
  /** User whose account it opens or adds to; "" if unknown yet. */
  user_id: UserId | "";
  /** SHA-256, in hex, of the value that the browser stores. */
  browser_hash: string;
  /** JSON of the state needed to continue, encrypted: the PKCE verifier, the nonce and the user's identity are secrets. */
  content: string;
  expires_at: number;
  created_at: number;
}

/** A bearer token for an API client, with a part of the user's rights. */
export interface ApiTokenRow {
  id: ApiTokenId;
  user_id: UserId;
  name: string;
  /** SHA-256, hex; a revoked token has its id instead, as values must be unique. */
  token_hash: string;
  /** Scopes of contract/endpoint.ts. */
  scopes_json: string;
  created_at: number;
  expires_at: number;
  /** 0 until it was used. */
  last_used_at: number;
  /** JSON of the accounts that it gives access to; "" for all. */
  accounts_json: string;
  /** Messages sent with it wait for approval. */
  asks_first: Bit;
  /** 0 while valid. A revoked token is stored as long as the records of its calls. */
  revoked_at: number;
}

/** One call of an API client, without any of its content. */
export interface ApiTokenCallRow {
  id: string;
  user_id: UserId;
  token_id: ApiTokenId;
  /** Name of the endpoint or tool. */
  what: string;
  /** "" for none or all. */
  account_id: AccountId | "";
  /** "ok" or the error code; "begun" for a change that has not ended. */
  result: string;
  /** True if it needed more than the read scope. */
  is_change: Bit;
  created_at: number;
}

/** A message of an API client that waits for the user's approval. Deleted once decided. */
export interface ApprovalRow {
  /** Id of the outgoing message. */
  id: OutboxId;
  user_id: UserId;
  account_id: AccountId;
  token_id: ApiTokenId;
  /** Name of the token. */
  program: string;
  /** The sender, as recipients see it. */
  sender: string;
  /** The draft that became this message; only one message per draft waits at a time. "" for none. */
  draft_id: DraftId | "";
  /**
   * Revision of the draft with the same content: it ends with the approval if it was not edited since. 0: there was no such
   * revision.
   */
  draft_revision: number;
  /** The text that recipients see. */
  text: string;
  /** JSON: {filename, size}[] of all attachments. */
  files_json: string;
  expires_at: number;
  created_at: number;
}
