import type { Clock } from "#/base/clock.ts";
import { createLog } from "#/base/log.ts";
import type { SecretBox } from "#/base/secret-box.ts";
import { deliverHostMail, hostMailEgress } from "#/host-mail/deliver-host-mail.ts";
import { createHostMail, type HostMail, type HostMailSettings } from "#/host-mail/host-mail.ts";
import { JobWorker } from "#/jobs/worker.ts";
import type { Database } from "#/store/engine/database.ts";
import type { Execute } from "#/store/commands/command-bus.ts";
import { nextJobAt } from "#/store/jobs/queries.ts";
import { startSmtp, type TestSmtp } from "#/testing/fakes/smtp-server.ts";
import { parseMessage } from "#/wire/mime/parse.ts";

/** A received host email. */
export interface ReceivedMail {
  to: string;
  subject: string;
  text: string;
  raw: string;
}

/** Host emails sent by their job to a real SMTP server on loopback. */
export interface HostPost extends AsyncDisposable {
  hostMail: HostMail;
  smtp: TestSmtp;
  /** All received messages, oldest first. */
  received: ReceivedMail[];
  /** Waits for the first message to this address that `next` did not return yet. */
  next: (to: string) => Promise<ReceivedMail>;
  /** Starts the job that sends host emails. */
  notify: () => void;
}

interface Parts {
  database: Database;
  execute: Execute;
  clock: Clock;
  box: SecretBox;
}

/** Starts it over an open database. The owner of the command bus wakes it after commits with jobs. */
export async function startHostPost(
  { database, execute, clock, box }: Parts,
  settings: Partial<HostMailSettings> = {},
): Promise<HostPost> {
  const received: ReceivedMail[] = [];
  const seen = new Set<ReceivedMail>();
  let arrived = Promise.withResolvers<void>();
  const smtp = await startSmtp({
    auth: [{ user: "host", pass: "secret" }],
    deliver: async (to, raw) => {
      const { subject, text } = await parseMessage(raw);
      received.push({ to, subject, text, raw: raw.toString() });
      arrived.resolve();
      arrived = Promise.withResolvers();
    },
  });
  const used: HostMailSettings = {
    host: smtp.host,
    port: smtp.port,
    encryption: "none",
    user: "host",
    pass: "secret",
    from: { name: "Inlet", address: "inlet@example.org" },
    ...settings,
  };
  const post = {
    reader: database.reader,
    execute,
    box,
    clock,
    log: createLog("silent"),
    settings: used,
    egress: hostMailEgress(used, []),
  };
  const jobs = new JobWorker({
    execute,
    clock,
    log: post.log,
    nextAt: (kinds) => nextJobAt(database.reader, kinds),
    handlers: {
      "send-host-mail": ({ subject_id: id, attempts }) => deliverHostMail(post, { id, attempts }),
    },
  });
  jobs.notify();
  return {
    hostMail: createHostMail({ execute, box, clock }, used),
    smtp,
    received,
    async next(to) {
      for (;;) {
        const mail = received.find((one) => one.to === to && !seen.has(one));
        if (mail) {
          seen.add(mail);
          return mail;
        }
        await arrived.promise;
      }
    },
    notify: () => jobs.notify(),
    async [Symbol.asyncDispose]() {
      await jobs[Symbol.asyncDispose]();
      await smtp.stop();
    },
  };
}
