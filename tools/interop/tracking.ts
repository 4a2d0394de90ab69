import { startMailEngine } from "../../server/testing/apps/mail-engine.ts";
import { differences } from "../../server/testing/faults/tracking/folder-truth.ts";
import { track } from "../../server/testing/faults/tracking/track.ts";
import { truthHere } from "../../server/testing/faults/tracking/local-truth.ts";
import { append, type Check, sit, soon } from "./check.ts";

/** Checks that the local state converges to the server's, while three other clients make changes; once for each seed. */
export function trackingChecks(seeds: readonly number[]): Check[] {
  return seeds.map((seed) => ({
    name: `follows three other programs, seed ${seed}`,
    async run(server) {
      const mailbox = await server.newUser("folders");
      await using engine = await startMailEngine({ retryMs: 200 });
      const { user: mail, pass, port: imapPort } = mailbox.login;
      const account = await engine.addAccount({ mail, pass, imapPort });
      await track(engine, account, mailbox, { seed, bursts: 4, steps: 25, withinMs: 90_000 });
    },
  }));
}

export const followingChecks: readonly Check[] = [
  {
    name: "finds after a pause what came, changed and went, the newest message too",
    async run(server) {
      const mailbox = await server.newUser("folders");
      await using desk = await sit(mailbox, ["one", "two", "three", "four", "five"]);
      const { engine, account, other } = desk;
      const left = async () =>
        differences(await mailbox.truth(), await truthHere(engine.database, account));
      await soon("both sides are the same", async () => (await left()).length === 0);
      await engine.supervisor[Symbol.asyncDispose]();
      await other.run('SELECT "INBOX"');
      await other.run("UID STORE 2,5 +FLAGS.SILENT (\\Deleted)");
      await other.run("UID EXPUNGE 2,5");
      await other.run("UID STORE 3 +FLAGS.SILENT (\\Flagged Later)");
      await append(other, "INBOX", "six");
      await engine.restart();
      await soon("both sides are the same again", async () => (await left()).length === 0);
    },
  },
  {
    name: "learns of new, changed and deleted messages by IDLE alone",
    async run(server) {
      const mailbox = await server.newUser("folders");
      await using desk = await sit(mailbox, ["one", "two"], { pollMs: 3_600_000 });
      const { engine, account, other } = desk;
      const here = async () =>
        (await truthHere(engine.database, account)).get("INBOX")?.messages ?? new Map();
      await soon("the inbox is read", async () => (await here()).size === 2);
      await append(other, "INBOX", "three");
      await soon("the new message is here", async () => (await here()).has(3));
      await other.run('SELECT "INBOX"');
      await other.run("UID STORE 1 +FLAGS.SILENT (\\Flagged)");
      await soon("the star is here", async () => (await here()).get(1)?.flags === "\\flagged");
      await other.run("UID STORE 2 +FLAGS.SILENT (\\Deleted)");
      await other.run("UID EXPUNGE 2");
      await soon("the message is gone here", async () => !(await here()).has(2));
    },
  },
];
