import {
  listEmails,
  listFolders,
  previewEmail,
  remoteImages,
  searchEmails,
  syncEmail,
} from "@inlet/contract/mail/email.ts";
import type { Api } from "#/http/api.ts";
import { attachmentUrl } from "#/http/files/attachment-url.ts";
import { imageUrl } from "#/http/files/image-url.ts";
import { route } from "#/http/route.ts";
import { disconnectSignal } from "#/http/disconnect-signal.ts";
import { requireAccount } from "#/mail/accounts/accounts.ts";
import { listMail, listMailFolders, listRemoteImages, readMail } from "#/mail/reading/reading.ts";
import { searchMail } from "#/mail/reading/search-mail.ts";

/** Routes to read and search mail. */
export function emailRoutes(api: Api): void {
  const { engine, mail, signer } = api;

  route(api, listEmails, (query, { caller }) => listMail(mail, caller.userId, query));

  route(api, listFolders, ({ accountId }, { caller }) =>
    listMailFolders(mail, caller.userId, accountId),
  );

  route(api, previewEmail, async ({ emailId }, { caller }) => {
    const email = await readMail(mail, caller.userId, emailId);
    const attachments = email.attachments.map((attachment) => ({
      ...attachment,
      url: attachmentUrl(signer, caller.userId, emailId, attachment.id),
    }));
    return { email: { ...email, attachments } };
  });

  route(api, remoteImages, async ({ emailId }, { caller }) => {
    const sources = await listRemoteImages(mail, caller.userId, emailId);
    const images = sources.flatMap((source) => {
      const url = imageUrl(signer, { user: caller.userId, message: emailId, source });
      return url === null ? [] : [{ source, url }];
    });
    return { images };
  });

  route(api, searchEmails, (query, { caller, reply }) =>
    searchMail(mail, caller.userId, query, disconnectSignal(reply)),
  );

  route(api, syncEmail, async ({ accountId }, { caller }) => {
    if (accountId) await requireAccount(mail, caller.userId, accountId);
    return { state: await engine.syncNow(caller.userId, accountId) };
  });
}
