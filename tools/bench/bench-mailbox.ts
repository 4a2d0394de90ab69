import { startDovecot, type TestDovecot } from "../../server/testing/fakes/dovecot.ts";
import { fillMaildir } from "../demo/maildir.ts";
import { bulkMailbox } from "./bulk-mailbox.ts";
import { Vocabulary } from "./vocabulary.ts";

/** A mail server with one full inbox. */
export interface BenchMailbox extends AsyncDisposable {
  dovecot: TestDovecot;
  user: string;
  pass: string;
  messages: number;
  megabytes: number;
  words: Vocabulary;
}

/** Starts Dovecot and writes the messages into its maildir. The same number gives the same messages. */
export async function startBenchMailbox(messages: number): Promise<BenchMailbox> {
  const user = "nora@bench.example";
  const pass = "bench-password";
  const dovecot = await startDovecot({ users: [{ name: user, pass }] });
  const words = new Vocabulary();
  let bytes = 0;
  const emails = function* () {
    for (const mail of bulkMailbox({ seed: "bench", messages, now: Date.now(), owner: user })) {
      bytes += mail.raw.length;
      words.read(mail.raw);
      yield mail;
    }
  };
  fillMaildir(dovecot.maildir(user), emails());
  return {
    dovecot,
    user,
    pass,
    messages,
    words,
    megabytes: bytes / 1e6,
    [Symbol.asyncDispose]: () => dovecot.stop(),
  };
}
