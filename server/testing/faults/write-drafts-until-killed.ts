import { DraftContent } from "@inlet/contract/mail/drafts.ts";
import type { AccountId, DraftId, UserId } from "@inlet/contract/ids.ts";
import { draftToServer } from "#/mail/drafts/push-draft.ts";
import { storeDraft } from "#/mail/drafts/drafts.ts";
import type { ImapLogin } from "#/wire/imap/remote.ts";
import { openDraftWriter } from "#/testing/apps/draft-writer.ts";

interface Order {
  dir: string;
  login: ImapLogin;
  userId: UserId;
  accountId: AccountId;
  draftId: DraftId;
}

/**
 * Run as a child process: saves a draft repeatedly and uploads it to the mail server each time. Reports the acknowledged
 * revisions, whose number is the draft's text, and the start of each upload.
 */
process.once("message", (order: Order) => {
  void write(order);
});

async function write({ dir, login, userId, accountId, draftId }: Order): Promise<never> {
  const mail = await openDraftWriter({ dir, login });
  for (let revision = 0; ;) {
    const content = DraftContent.parse({ accountId, content: `text ${revision + 1}` });
    ({ revision } = await storeDraft(mail, userId, { ...content, id: draftId, revision }));
    process.send?.({ saved: revision });
    if (revision % 3 !== 0) continue;
    process.send?.({ putting: revision });
    await draftToServer(mail, { userId, draftId });
  }
}
