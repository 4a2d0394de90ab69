import { limits } from "@inlet/contract/limits.ts";
import type { Auth } from "#/auth/auth.ts";
import { Failure } from "#/base/fail.ts";
import type { Services } from "#/http/services.ts";
import {
  addMailAccount,
  discoverSettings,
  listAccounts,
  removeMailAccount,
  requireAccount,
} from "#/mail/accounts.ts";
import { readAttachment, readSource } from "#/mail/attachments.ts";
import type { MailContext } from "#/mail/context.ts";
import { changeMail } from "#/mail/filing.ts";
import { presentRow } from "#/mail/present.ts";
import { listMail, listMailFolders, listRemoteImages, readMail } from "#/mail/reading.ts";
import { queueMail, readOutbox, undoMail } from "#/mail/sending.ts";
import { storeUpload } from "#/mail/uploads.ts";
import type { Hub } from "#/realtime/hub.ts";
import type { EngineLink } from "#/roles/engine-link.ts";
import { search } from "#/search/search.ts";
import { hasUsers } from "#/store/users.ts";

interface Parts {
  mail: MailContext;
  auth: Auth;
  live: Hub;
  engine: Pick<EngineLink, "syncNow">;
}

/** What the HTTP handlers may call, filled with what the features do. */
export function webServices({ mail, auth, live, engine }: Parts): Services {
  const { reader, engine: database } = mail.database;
  return {
    auth,
    live,
    accounts: {
      list: (userId) => listAccounts(mail, userId),
      add: (userId, account) => addMailAccount(mail, userId, account),
      remove: (userId, id) => removeMailAccount(mail, userId, id),
      discover: (address) => discoverSettings(mail, address),
    },
    reading: {
      list: (userId, query) => listMail(mail, userId, query),
      folders: (userId, accountId) => listMailFolders(mail, userId, accountId),
      preview: (userId, id) => readMail(mail, userId, id),
      remoteImages: (userId, id) => listRemoteImages(mail, userId, id),
      attachment: (userId, id, attachmentId) => readAttachment(mail, userId, id, attachmentId),
      source: (userId, id) => readSource(mail, userId, id),
    },
    changeEmail: (userId, change) => changeMail(mail, userId, change),
    async search(userId, { query, accountId, limit }) {
      if (Array.from(query.trim()).length < limits.searchMinLength)
        throw new Failure("search.too_short");
      if (accountId) await requireAccount(mail, userId, accountId);
      const rows = await search(reader, database, userId, query, { accountId, limit });
      return rows.map(presentRow);
    },
    async syncNow(userId, accountId) {
      if (accountId) await requireAccount(mail, userId, accountId);
      return engine.syncNow(userId, accountId);
    },
    sending: {
      send: (userId, email, options) => queueMail(mail, userId, email, options),
      state: (userId, id) => readOutbox(mail, userId, id),
      undo: (userId, id) => undoMail(mail, userId, id),
      upload: (userId, file) => storeUpload(mail, userId, file),
    },
    fetchImage: (url) =>
      mail.egress.fetch(url, {
        maxBytes: limits.imageBytes,
        timeoutMs: limits.imageTimeoutMs,
        maxRedirects: 3,
        accept: "image/*",
      }),
    async isReady() {
      try {
        await hasUsers(reader);
        return true;
      } catch (error) {
        mail.log.error({ err: error }, "the database does not answer");
        return false;
      }
    },
  };
}
