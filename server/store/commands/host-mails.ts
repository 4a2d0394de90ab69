import type { HostMailRow } from "../safety-tables.ts";
import type { Command } from "./command.ts";

/** Keeps a mail of the host until its server has it. */
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

/** It was sent, or is of no use any more. */
export const removeHostMail: Command<{ id: string }, void> = {
  durable: true,
  async run({ db }, { id }) {
    await db.deleteFrom("host_mails").where("id", "=", id).execute();
  },
};
