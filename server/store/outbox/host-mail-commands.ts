import type { HostMailRow } from "../auth/schema.ts";
import type { Command } from "#/store/commands/command.ts";

/** Queues a message from the installation itself until its mail server has accepted it. */
export const queueHostMail: Command<Omit<HostMailRow, "created_at">, void> = {
  durable: true,
  async run(writer, mail) {
    await writer.db
      .insertInto("host_mails")
      .values({ ...mail, created_at: writer.now })
      .execute();
    await writer.job("send-host-mail", mail.user_id, mail.id);
  },
};

/** Deletes a queued message that was sent or is obsolete. */
export const removeHostMail: Command<{ id: string }, void> = {
  durable: true,
  async run({ db }, { id }) {
    await db.deleteFrom("host_mails").where("id", "=", id).execute();
  },
};
