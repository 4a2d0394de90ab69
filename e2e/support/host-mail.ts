import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { startSmtp } from "../../server/testing/fakes/smtp-server.ts";
import { parseMessage } from "../../server/wire/mime/parse.ts";
import { cheapPasswords } from "./product.ts";
import { startServer } from "./server.ts";

interface HostMail {
  to: string;
  subject: string;
  text: string;
}

/** The built product on a host that can send mail, and the mailboxes that it reaches. */
export interface MailingHost extends AsyncDisposable {
  url: string;
  /** Waits for the first message to this address that no earlier call returned. */
  nextMail: (to: string) => Promise<HostMail>;
}

/** Starts a host with a mail server on loopback that requires a login. */
export async function startMailingHost(): Promise<MailingHost> {
  await using starting = new AsyncDisposableStack();
  const dataDir = await mkdtemp(path.join(tmpdir(), "inlet-e2e-"));
  starting.defer(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }));
  const unread: HostMail[] = [];
  const arrival = { next: Promise.withResolvers<void>() };
  const smtp = starting.use(
    await startSmtp({
      auth: [{ user: "host@example.org", pass: "p:ss word" }],
      deliver: async (to, raw) => {
        const { subject, text } = await parseMessage(raw);
        unread.push({ to, subject, text });
        arrival.next.resolve();
        arrival.next = Promise.withResolvers();
      },
    }),
  );
  const login = `host%40example.org:${encodeURIComponent("p:ss word")}`;
  const app = starting.use(
    await startServer({
      dataDir,
      env: {
        ...cheapPasswords,
        INLET_MAIL_URL: `smtp://${login}@${smtp.host}:${smtp.port}?tls=off`,
        INLET_MAIL_FROM: "Inlet <inlet@example.org>",
        // A server on this machine needs no permission.
        INLET_ALLOWED_PRIVATE_HOSTS: "",
      },
    }),
  );
  const resources = starting.move();
  return {
    url: app.url,
    async nextMail(to) {
      for (;;) {
        const at = unread.findIndex((mail) => mail.to === to);
        const [mail] = at < 0 ? [] : unread.splice(at, 1);
        if (mail) return mail;
        await arrival.next.promise;
      }
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

/** Returns the only link to this server in a message. */
export function linkIn({ text }: HostMail, url: string): string {
  return text.match(/https?:\/\/\S+/g)?.find((link) => link.startsWith(`${url}/`)) ?? "";
}
