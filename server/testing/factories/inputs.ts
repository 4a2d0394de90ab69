import type { Api, Call } from "@inlet/contract/api.ts";
import type { Mailbox } from "#/testing/mailboxes/mailbox.ts";

/** Ids of a user's data. */
export type Ids = Mailbox & {
  userId: string;
  threadId: string;
  attachmentId: string;
  imageToken: string;
  exportToken: string;
  wholeExportToken: string;
  importId: string;
  sessionId: string;
  passkeyId: string;
  signInId: string;
  tokenId: string;
  integrationId: string;
  deliveryId: string;
  contactId: string;
  groupId: string;
  /** The calling user's password. */
  password: string;
};

/** Inputs of the endpoints, created from the ids of a user's data. */
export type Inputs = { [Name in Call]?: (ids: Ids) => Api[Name]["input"] };
