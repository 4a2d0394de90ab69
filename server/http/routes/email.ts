import {
  listEmails,
  listFolders,
  previewEmail,
  remoteImages,
  searchEmails,
  syncEmail,
} from "@inlet/contract/email.ts";
import type { Api } from "#/http/api.ts";
import { imageUrl } from "#/http/image-url.ts";
import { attachmentUrl } from "#/http/attachment-url.ts";
import { route } from "#/http/route.ts";
import { untilGone } from "#/http/until-gone.ts";

/** Reading and searching mail. */
export function emailRoutes(api: Api): void {
  const { services, signer } = api;
  const { reading } = services;

  route(api, listEmails, (query, { caller }) => reading.list(caller.userId, query));

  route(api, listFolders, ({ accountId }, { caller }) => reading.folders(caller.userId, accountId));

  route(api, previewEmail, async ({ emailId }, { caller }) => {
    const email = await reading.preview(caller.userId, emailId);
    const attachments = email.attachments.map((attachment) => ({
      ...attachment,
      url: attachmentUrl(signer, caller.userId, emailId, attachment.id),
    }));
    return { email: { ...email, attachments } };
  });

  route(api, remoteImages, async ({ emailId }, { caller }) => {
    const sources = await reading.remoteImages(caller.userId, emailId);
    const images = sources.flatMap((source) => {
      const url = imageUrl(signer, { user: caller.userId, message: emailId, source });
      return url === null ? [] : [{ source, url }];
    });
    return { images };
  });

  route(api, searchEmails, (query, { caller, reply }) =>
    services.search(caller.userId, query, untilGone(reply)),
  );

  route(api, syncEmail, async ({ accountId }, { caller }) => ({
    state: await services.syncNow(caller.userId, accountId),
  }));
}
