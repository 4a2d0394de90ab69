import type {
  AccountId,
  ApiTokenId,
  ConnectedSignInId,
  DraftId,
  OutboxId,
  PasskeyId,
  UserId,
} from "@inlet/contract/ids.ts";
import type { SocialProvider } from "@inlet/contract/social-sign-in.ts";
import type { Bit } from "./bit.ts";

/** Of the tables those about a person: what guards an account besides its password, the mail that does, the picture. */
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
  sign_ins_on_their_way: SignInOnItsWayRow;
  failed_sign_ins: FailedSignInRow;
  api_tokens: ApiTokenRow;
  api_token_calls: ApiTokenCallRow;
  approvals: ApprovalRow;
}

/** The picture that stands for a person. */
export interface AvatarRow {
  user_id: UserId;
  /** image/png or image/webp, by its first bytes. */
  type: string;
  content: Uint8Array;
}

/** The app whose codes are asked for after the password; one for a person. */
export interface AuthenticatorRow {
  user_id: UserId;
  /** Sealed. */
  secret: string;
  /** 0 until its first code was right: so long nothing asks for it. */
  is_confirmed: Bit;
  /** The time step (RFC 6238) of the newest code that was taken: none counts twice, and no older one at all. */
  last_step: number;
  created_at: number;
}

/** A mail that the host sends of its own, until its server has it. */
export interface HostMailRow {
  id: string;
  /** The person it is about; "" for one to nobody here. */
  user_id: UserId;
  /** JSON of what it says and to whom, sealed: it may carry a link that opens an account. */
  content: string;
  /** From then on it is of no use. */
  expires_at: number;
  created_at: number;
}

/** A try to sign in that failed, or is under way: one row for the account, one for the address it came from. */
interface FailedSignInRow {
  /** HMAC under a key of the installation's: it tells neither. */
  key_hash: string;
  /** The same in both rows. */
  id: string;
  failed_at: number;
}

/** A link that was sent by mail. Gone once used. */
export interface MailedLinkRow {
  /** SHA-256, hex. */
  token_hash: string;
  user_id: UserId;
  /** To choose a new password, by a mail or by an administrator's hand, or to show that the address is the person's. */
  purpose: "reset" | "handedReset" | "verify";
  expires_at: number;
  created_at: number;
}

/** Of a person who was asked to verify their address; of nobody else there is a row. */
export interface EmailVerificationRow {
  user_id: UserId;
  /** When the newest link was sent. */
  asked_at: number;
  /** 0 until a link was followed. */
  verified_at: number;
}

/** Something that the person signed in on. */
interface KnownDeviceRow {
  user_id: UserId;
  /**
   * SHA-256, hex: of the token that the browser keeps, or of what a program calls itself. "" stands for one from before
   * devices were noted, until the person signs in.
   */
  device_hash: string;
  last_seen_at: number;
}

/** Gone once used. */
interface RecoveryCodeRow {
  user_id: UserId;
  /** SHA-256, hex. */
  code_hash: string;
}

/** A key pair on a device of the person's, of which the public half stands here (WebAuthn). */
export interface PasskeyRow {
  id: PasskeyId;
  user_id: UserId;
  /** What the device calls it, base64url. No two people have the same. */
  credential_id: string;
  /** COSE, base64url. */
  public_key: string;
  /** How often the device has signed with it; 0 for devices that do not count. */
  counter: number;
  /** The host name that it was made for: it is of use nowhere else. */
  rp_id: string;
  name: string;
  /** How a browser reaches the device, for it not to be asked for a second key. */
  transports_json: string;
  created_at: number;
  /** 0 until it signed in. */
  last_used_at: number;
}

/** Who the person is at a provider where they sign in. Issuer and subject are one person's here, and nobody else's. */
export interface ConnectedSignInRow {
  id: ConnectedSignInId;
  user_id: UserId;
  provider: SocialProvider;
  /** Who vouches: what the provider calls itself in its tokens. */
  issuer: string;
  /** Whom it vouches for: what it calls the person, which never changes. */
  subject: string;
  /** What it called them when they were connected, for people to know it by. Nobody is ever found by it. */
  address: string;
  created_at: number;
  /** 0 until it signed in. */
  last_used_at: number;
}

/** Somebody went to a provider to sign in or to connect it, or stands at the door since. Gone once taken. */
export interface SignInOnItsWayRow {
  /** SHA-256, hex: of the state that goes to the provider and back, or of the value that the page ends it with. */
  token_hash: string;
  /** On the way there and back, or back with the provider's answer. */
  stage: "journey" | "arrival";
  /** Whose account it opens or adds to; "" where nobody knows yet. */
  user_id: UserId | "";
  /** SHA-256, hex, of what the browser keeps. */
  browser_hash: string;
  /** JSON of what it takes to go on, sealed: PKCE verifier, nonce and who somebody is are secrets. */
  content: string;
  expires_at: number;
  created_at: number;
}

/** A bearer for a program, which may do a part of what the person may. */
export interface ApiTokenRow {
  id: ApiTokenId;
  user_id: UserId;
  name: string;
  /** SHA-256, hex; of a revoked one there is none any more, but its id, as no two are alike. */
  token_hash: string;
  /** Of contract/endpoint.ts. */
  scopes_json: string;
  created_at: number;
  expires_at: number;
  /** 0 until it was used. */
  last_used_at: number;
  /** JSON of the mail accounts that it is for; "" for all. */
  accounts_json: string;
  /** What it sends waits for approval. */
  asks_first: Bit;
  /** 0 while it counts. A revoked one is known for as long as what it did is. */
  revoked_at: number;
}

/** One call of a program, without anything of what it was about. */
export interface ApiTokenCallRow {
  id: string;
  user_id: UserId;
  token_id: ApiTokenId;
  /** The endpoint or the tool. */
  what: string;
  /** "" for none or all. */
  account_id: AccountId | "";
  /** "ok", or the code of the failure; "begun" of a change that has not ended. */
  result: string;
  /** Whether it took more than the scope to read. */
  is_change: Bit;
  created_at: number;
}

/** A letter of a program that waits for the person's word. Gone once decided. */
export interface ApprovalRow {
  /** Of the outgoing message. */
  id: OutboxId;
  user_id: UserId;
  account_id: AccountId;
  token_id: ApiTokenId;
  /** What the token was called. */
  program: string;
  /** Whom it is from, as its readers see it. */
  sender: string;
  /** The draft that it is said to be, of which one letter waits at a time; "" for none. */
  draft_id: DraftId | "";
  /** Where the draft said the same: it ends with the approval if it was not written on since. 0: it does not. */
  draft_revision: number;
  /** All that its readers are told. */
  text: string;
  /** JSON: {filename, size}[] of all that goes along. */
  files_json: string;
  expires_at: number;
  created_at: number;
}
