import { toWords } from "#/base/plain-words.ts";
import type { TakenAddress, WordColumns } from "#/store/take-in.ts";

const maxWords = { sender: 200, recipients: 1000, subject: 200, body: 8000 };

interface WordSource {
  from: TakenAddress[];
  to: TakenAddress[];
  cc: TakenAddress[];
  bcc: TakenAddress[];
  subject: string;
  text: string;
  attachments: { part: string; filename: string }[];
  /** The texts of the MIME tree: those of attachments are findable too. */
  leaves?: { part: string; text: string | null }[];
}

/** The words under which a message is found. */
export function wordColumns(message: WordSource): WordColumns {
  const attached = new Set(message.attachments.map(({ part }) => part));
  const names = message.attachments.map(({ filename }) => filename);
  const texts = (message.leaves ?? []).flatMap(({ part, text }) =>
    attached.has(part) ? (text ?? []) : [],
  );
  return {
    sender: toWords(addresses(message.from), maxWords.sender).join(" "),
    recipients: toWords(
      addresses([...message.to, ...message.cc, ...message.bcc]),
      maxWords.recipients,
    ).join(" "),
    subject: toWords(message.subject, maxWords.subject).join(" "),
    body: toWords([names.join("\n"), message.text, ...texts].join("\n"), maxWords.body).join(" "),
  };
}

function addresses(list: TakenAddress[]): string {
  return list.map(({ name, address }) => `${name} ${address}`).join("\n");
}
