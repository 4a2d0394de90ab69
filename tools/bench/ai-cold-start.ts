/**
 * Runs in a process that has used no AI function yet. Reports how long the first message takes, and the memory that the AI
 * functions use.
 */
import { parseMessage } from "../../server/wire/mime/parse.ts";
import { bulkMailbox } from "./bulk-mailbox.ts";

const emails = [];
for (const { raw } of bulkMailbox({
  seed: "cold",
  messages: 100,
  now: Date.now(),
  owner: "n@x.example",
})) {
  emails.push(await parseMessage(raw));
}
const heldMb = () => {
  // `gc` exists because of --expose-gc.
  globalThis.gc?.();
  return process.memoryUsage().rss / 1e6;
};
const before = heldMb();
const start = performance.now();
const { sort } = await import("../../server/ai/classify/sort.ts");
const { summarizeMail } = await import("../../server/ai/summaries/summarize-mail.ts");
let ms = 0;
for (const mail of emails) {
  const { subject, text, html } = mail;
  const [from = { name: "", address: "" }] = mail.from;
  const isBulk = mail.signs.unsubscribe !== undefined;
  sort(
    {
      subject,
      text,
      html,
      from,
      to: [],
      cc: [],
      own: new Set(),
      ownName: "",
      isCut: false,
      isList: isBulk,
      isAuthentic: null,
      isServerSpam: false,
      hasAttachments: false,
      isReply: false,
      hasOwnPart: false,
      written: 0,
      incoming: 0,
      date: Date.now(),
    },
    { heads: {}, priority: new Map() },
  );
  summarizeMail({
    subject,
    text,
    html,
    sender: from.name,
    sent: new Date(),
    isBulk,
    isReply: false,
    isEncrypted: false,
    attachments: [],
  });
  ms ||= performance.now() - start;
}
process.send?.({ ms, megabytes: heldMb() - before });
process.disconnect();
