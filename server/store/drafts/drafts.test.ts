import type { DraftId, IdentityId, UploadId, UserId } from "@inlet/contract/ids.ts";
import { expect, test } from "vitest";
import { randomId } from "#/base/random-id.ts";
import { withDatabases } from "#/testing/database/database.ts";
import { openStore } from "#/testing/database/test-store.ts";
import { aMailbox, aMessage, testNow } from "#/testing/apps/published-calls.ts";
import type { SavedDraft } from "./commands.ts";
import { correspondentsLike } from "#/store/contacts/correspondents.ts";
import { getDraft, openDraftsOf } from "./queries.ts";
import { identitiesOf, ownAddressesOf } from "#/store/accounts/identity-queries.ts";
import { getUpload } from "#/store/blobs/upload-queries.ts";

withDatabases((open) => {
  // New ids get their brand by this cast.
  const aDraft = (owner: Pick<SavedDraft, "userId" | "accountId">): SavedDraft => ({
    ...owner,
    id: randomId() as DraftId,
    revision: 0,
    contentJson: `{"content":"text"}`,
    uploadIds: [],
    messageId: "draft@example.org",
  });

  /** Returns the input that records the first revision of a draft on the mail server. */
  const aCopy = ({ userId, ...place }: Awaited<ReturnType<typeof aMailbox>>, id: DraftId) => {
    const copy = { ...place, uid: 7, uidValidity: 1, messageId: "", hash: "h" };
    return { userId, id, copy: { kind: "put" as const, revision: 1, ...copy } };
  };

  const anIdentity = (owner: Pick<SavedDraft, "userId" | "accountId">, address: string) => ({
    id: randomId() as IdentityId,
    user_id: owner.userId,
    account_id: owner.accountId,
    name: "Work",
    address,
    signature: "",
    is_default: 0 as const,
    created_at: testNow,
  });

  test("counts identities among the user's own addresses", async () => {
    const { database, execute } = await openStore(open);
    const [ada, bob] = [await aMailbox(execute), await aMailbox(execute)];
    await execute("identity.save", anIdentity(ada, "Work@Example.org"));
    const own = await ownAddressesOf(database.reader, ada.userId);
    expect([...own]).toContain("work@example.org");
    expect(own.size).toBe(2);
    expect([...(await ownAddressesOf(database.reader, bob.userId))]).not.toContain(
      "work@example.org",
    );
  });

  test("removing an account deletes its drafts, identities and correspondents", async () => {
    const { database, execute } = await openStore(open);
    const ada = await aMailbox(execute);
    const { userId, accountId, folderId } = ada;
    await execute("draft.save", aDraft(ada));
    await execute("identity.save", anIdentity(ada, "work@example.org"));
    await execute("messages.takeIn", { userId, accountId, folderId, messages: [aMessage()] });
    const all = async (of: UserId) => [
      (await openDraftsOf(database.reader, of)).length,
      (await identitiesOf(database.reader, of)).length,
      (await correspondentsLike(database.reader, of, "")).length,
    ];
    expect(await all(userId)).toEqual([1, 1, 1]);
    await execute("account.remove", { userId, accountId });
    expect(await all(userId)).toEqual([0, 0, 0]);
  });

  test("stores a draft for its user only, and deletes it long after it was thrown away", async () => {
    const { database, execute } = await openStore(open);
    const [ada, bob] = [await aMailbox(execute), await aMailbox(execute)];
    const draft = aDraft(ada);
    await execute("draft.save", draft);
    expect(await getDraft(database.reader, bob.userId, draft.id)).toBeUndefined();
    await execute("draft.remove", { userId: bob.userId, id: draft.id });
    await execute("drafts.prune", { before: testNow + 1 });
    expect(await openDraftsOf(database.reader, ada.userId)).toHaveLength(1);
    await execute("draft.remove", { userId: ada.userId, id: draft.id });
    const row = await getDraft(database.reader, ada.userId, draft.id);
    // The text is deleted.
    expect(row).toMatchObject({ state: "removed", content_json: "" });
    await execute("drafts.prune", { before: testNow });
    expect(await getDraft(database.reader, ada.userId, draft.id)).toBeDefined();
    await execute("drafts.prune", { before: testNow + 1 });
    expect(await getDraft(database.reader, ada.userId, draft.id)).toBeUndefined();
  });

  test("a deleted draft stays recorded while its copy is on the mail server", async () => {
    const { database, execute } = await openStore(open);
    const { userId, accountId, folderId } = await aMailbox(execute);
    const draft = aDraft({ userId, accountId });
    await execute("draft.save", draft);
    await execute("draft.noteCopy", aCopy({ userId, accountId, folderId }, draft.id));
    await execute("draft.remove", { userId, id: draft.id });
    await execute("drafts.prune", { before: testNow + 1 });
    expect(await getDraft(database.reader, userId, draft.id)).toMatchObject({ copy_uid: 7 });
    await execute("draft.noteCopy", { userId, id: draft.id, copy: { kind: "none" } });
    await execute("drafts.prune", { before: testNow + 1 });
    expect(await getDraft(database.reader, userId, draft.id)).toBeUndefined();
  });

  test("a draft on the mail server is adopted once, and again after the first one was deleted", async () => {
    const { database, execute } = await openStore(open);
    const { userId, accountId, folderId } = await aMailbox(execute);
    const first = aDraft({ userId, accountId });
    await execute("draft.save", first);
    await execute("draft.noteCopy", aCopy({ userId, accountId, folderId }, first.id));
    const known = await database.reader
      .selectFrom("drafts")
      .selectAll()
      .where("user_id", "=", userId)
      .executeTakeFirstOrThrow();
    const adopt = () =>
      execute("draft.adopt", { draft: { ...known, id: randomId() as DraftId }, uploadIds: [] });
    expect(await adopt()).toBe(first.id);
    await execute("draft.remove", { userId, id: first.id });
    const second = await adopt();
    expect(second).not.toBe(first.id);
    expect((await openDraftsOf(database.reader, userId)).map(({ id }) => id)).toEqual([second]);
  });

  test("an upload accepts only consecutive pieces, and stays while a draft needs it", async () => {
    const { database, execute } = await openStore(open);
    const ada = await aMailbox(execute);
    const { userId } = ada;
    const id = randomId() as UploadId;
    const file = { id, user_id: userId, filename: "a", type: "a/b", size_bytes: 9 };
    const none = { sha256: "", received_bytes: 0, created_at: testNow };
    await execute("upload.add", { upload: { ...file, ...none }, capacity: null });
    const piece = { userId, id, from: 0, receivedBytes: 4, sha256: "" };
    expect(await execute("upload.grow", piece)).toBe(true);
    expect(await execute("upload.grow", piece)).toBe(false);
    expect(await execute("upload.grow", { ...piece, from: 4, receivedBytes: 9, sha256: "s" })).toBe(
      true,
    );
    await execute("draft.save", { ...aDraft(ada), uploadIds: [id] });
    await execute("upload.remove", { userId, id });
    await execute("uploads.clean", { before: testNow + 1 });
    expect(await getUpload(database.reader, userId, id)).toMatchObject({ received_bytes: 9 });
  });

  test("counts correspondents in sent messages, but not in drafts or spam", async () => {
    const { database, execute } = await openStore(open);
    const { userId, accountId } = await aMailbox(execute);
    const roles = ["inbox", "sent", "drafts", "spam"] as const;
    const folders = await execute("folders.save", {
      userId,
      accountId,
      folders: roles.map((role) => ({ path: role, name: role, role })),
    });
    for (const [index, { id: folderId }] of folders.entries()) {
      const message = {
        messageId: `${index}@x.example`,
        to: [{ name: "Eve", address: "Eve@x.example" }],
      };
      const messages = [aMessage({ uid: index + 1, isOwn: true, message })];
      await execute("messages.takeIn", { userId, accountId, folderId, messages });
    }
    const counted = folders.filter(({ role }) => role !== "drafts" && role !== "spam");
    expect(await correspondentsLike(database.reader, userId, "eve")).toMatchObject([
      { name: "Eve", address: "eve@x.example", sent: counted.length, received: 0 },
    ]);
  });
});
