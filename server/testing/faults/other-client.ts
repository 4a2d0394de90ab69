import { ImapFlow } from "imapflow";

/** Works on a mailbox as another mail client of the same user, while Inlet syncs it. */
export async function withOtherClient<Result>(
  login: { port: number; user: string; pass: string },
  work: (client: ImapFlow) => Promise<Result>,
): Promise<Result> {
  const { port, user, pass } = login;
  const client = new ImapFlow({
    host: "127.0.0.1",
    port,
    secure: false,
    doSTARTTLS: false,
    auth: { user, pass },
    logger: false,
  });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.logout();
  }
}
