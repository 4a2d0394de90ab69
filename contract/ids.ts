import { z } from "zod";

/** Ids are random text (UUIDv7). Each kind has a separate brand, so the compiler rejects one kind in place of another. */
const id = z
  .string()
  .min(1)
  .max(64)
  .regex(/^[A-Za-z0-9_-]+$/);

export const UserId = id.brand<"UserId">();
export type UserId = z.infer<typeof UserId>;

export const SignupInvitationId = id.brand<"SignupInvitationId">();
export type SignupInvitationId = z.infer<typeof SignupInvitationId>;

export const JobId = id.brand<"JobId">();
export type JobId = z.infer<typeof JobId>;

export const AccountId = id.brand<"AccountId">();
export type AccountId = z.infer<typeof AccountId>;

export const FolderId = id.brand<"FolderId">();
export type FolderId = z.infer<typeof FolderId>;

export const MessageId = id.brand<"MessageId">();
export type MessageId = z.infer<typeof MessageId>;

export const ThreadId = id.brand<"ThreadId">();
export type ThreadId = z.infer<typeof ThreadId>;

export const AttachmentId = id.brand<"AttachmentId">();
export type AttachmentId = z.infer<typeof AttachmentId>;

export const UploadId = id.brand<"UploadId">();
export type UploadId = z.infer<typeof UploadId>;

export const OutboxId = id.brand<"OutboxId">();
export type OutboxId = z.infer<typeof OutboxId>;

export const UndoId = id.brand<"UndoId">();
export type UndoId = z.infer<typeof UndoId>;

export const DraftId = id.brand<"DraftId">();
export type DraftId = z.infer<typeof DraftId>;

export const IdentityId = id.brand<"IdentityId">();
export type IdentityId = z.infer<typeof IdentityId>;

export const ImportId = id.brand<"ImportId">();
export type ImportId = z.infer<typeof ImportId>;

export const SessionId = id.brand<"SessionId">();
export type SessionId = z.infer<typeof SessionId>;

export const PasskeyId = id.brand<"PasskeyId">();
export type PasskeyId = z.infer<typeof PasskeyId>;

export const ConnectedSignInId = id.brand<"ConnectedSignInId">();
export type ConnectedSignInId = z.infer<typeof ConnectedSignInId>;

export const TemplateId = id.brand<"TemplateId">();
export type TemplateId = z.infer<typeof TemplateId>;

export const SavedSearchId = id.brand<"SavedSearchId">();
export type SavedSearchId = z.infer<typeof SavedSearchId>;

export const ApiTokenId = id.brand<"ApiTokenId">();
export type ApiTokenId = z.infer<typeof ApiTokenId>;

export const RuleId = id.brand<"RuleId">();
export type RuleId = z.infer<typeof RuleId>;

export const JournalId = id.brand<"JournalId">();
export type JournalId = z.infer<typeof JournalId>;
/** A question to the assistant with its answer. */
export const TurnId = id.brand<"TurnId">();
export type TurnId = z.infer<typeof TurnId>;

/** A service that the user linked. */
export const IntegrationId = id.brand<"IntegrationId">();
export type IntegrationId = z.infer<typeof IntegrationId>;

/** One event that is delivered to one integration. */
export const DeliveryId = id.brand<"DeliveryId">();
export type DeliveryId = z.infer<typeof DeliveryId>;

/** A contact in the user's address book. */
export const ContactId = id.brand<"ContactId">();
export type ContactId = z.infer<typeof ContactId>;

export const ContactGroupId = id.brand<"ContactGroupId">();
export type ContactGroupId = z.infer<typeof ContactGroupId>;
