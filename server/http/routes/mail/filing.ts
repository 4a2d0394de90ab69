import {
  changeEmail,
  changeEmails,
  countEmails,
  createFolder,
  emptyFolder,
  listLabels,
  removeLabel,
  saveLabel,
  undoChange,
} from "@inlet/contract/mail/filing.ts";
import type { Api } from "#/http/api.ts";
import { idempotencyKeyOf } from "#/http/idempotency-key.ts";
import { route } from "#/http/route.ts";
import { disconnectSignal } from "#/http/disconnect-signal.ts";
import { createMailFolder } from "#/mail/filing/create-folder.ts";
import {
  changeMail,
  changeMessages,
  countMessages,
  emptyMailFolder,
  undoMailChange,
} from "#/mail/filing/filing.ts";
import { listMailLabels, removeMailLabel, saveMailLabel } from "#/mail/filing/labels.ts";

/** Routes of changes to mail. */
export function filingRoutes(api: Api): void {
  const { mail } = api;

  route(api, changeEmail, (change, { caller, request }) =>
    changeMail(mail, caller.userId, change, { idempotencyKey: idempotencyKeyOf(request) }),
  );

  route(api, changeEmails, (change, { caller, request }) =>
    changeMessages(mail, caller.userId, change, { idempotencyKey: idempotencyKeyOf(request) }),
  );

  route(api, countEmails, (matching, { caller, reply }) =>
    countMessages(mail, caller.userId, matching, disconnectSignal(reply)),
  );

  route(api, undoChange, ({ undoId }, { caller, request }) =>
    undoMailChange(mail, caller.userId, undoId, { idempotencyKey: idempotencyKeyOf(request) }),
  );

  route(api, emptyFolder, (which, { caller }) => emptyMailFolder(mail, caller.userId, which));

  route(api, createFolder, async (folder, { caller }) => ({
    id: await createMailFolder(mail, caller.userId, folder),
  }));

  route(api, listLabels, async (_input, { caller }) => ({
    labels: await listMailLabels(mail, caller.userId),
  }));

  route(api, saveLabel, async (label, { caller }) => ({
    label: await saveMailLabel(mail, caller.userId, label),
  }));

  route(api, removeLabel, async ({ name }, { caller }) => {
    await removeMailLabel(mail, caller.userId, name);
    return { ok: true } as const;
  });
}
