import type { Api, Call } from "@inlet/contract/api.ts";
import type { Mailbox } from "./mailbox.ts";

/** The ids of a user's data. */
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

/** An input for each endpoint, made from the ids of a user's data. */
export type Inputs = { [Name in Call]?: (ids: Ids) => Api[Name]["input"] };
