import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { FolderRole } from "@inlet/contract/mail/email.ts";
import { type AccountId, type FolderId, type MessageId, UserId } from "@inlet/contract/ids.ts";
import type { Engine } from "#/store/engine/database.ts";
import { testContext } from "#/testing/apps/test-context.ts";
import { signUpUser, type SignedUpUser } from "#/testing/factories/user.ts";
import { type RealApp, startRealApp } from "#/testing/apps/real-app.ts";
import { aMessage, anAccount, someFolders } from "#/testing/apps/published-calls.ts";

/** Starts the app with all mail features, and a temporary folder for files. */
export async function startMailApp(engine: Engine): Promise<RealApp> {
  const blobsDir = await mkdtemp(path.join(tmpdir(), "inlet-blobs-"));
  const app = await startRealApp(engine, { context: (parts) => testContext(parts, blobsDir) });
  return {
    ...app,
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]();
      await rm(blobsDir, { recursive: true });
    },
  };
}

/** A new user with three messages in the inbox. */
export interface ThreeMessages {
  person: SignedUpUser;
  userId: UserId;
  accountId: AccountId;
  folders: Record<"inbox" | "archive" | "trash" | "other", FolderId>;
  /** Ids of the messages, oldest first. */
  ids: MessageId[];
}

let people = 0;

/** Creates a user with these folders and three messages in the inbox. */
export async function threeMessages({ origin, execute }: RealApp): Promise<ThreeMessages> {
  const person = await signUpUser(origin, `Reader${people++}`);
  const userId = UserId.parse(person.user.id);
  const accountId = await anAccount(execute, userId);
  const roles: FolderRole[] = ["inbox", "archive", "trash", "other"];
  const rows = await someFolders(execute, userId, accountId, roles);
  const folder = (role: FolderRole) => {
    const row = rows.find((each) => each.role === role);
    if (!row) throw new Error(`There is no ${role}.`);
    return row.id;
  };
  const ingested = await execute("messages.takeIn", {
    userId,
    accountId,
    folderId: folder("inbox"),
    messages: [1, 2, 3].map((uid) =>
      aMessage({ uid, message: { messageId: `${userId}.${uid}@example.org` } }),
    ),
  });
  return {
    person,
    userId,
    accountId,
    folders: {
      inbox: folder("inbox"),
      archive: folder("archive"),
      trash: folder("trash"),
      other: folder("other"),
    },
    ids: ingested.map(({ messageId }) => messageId),
  };
}
