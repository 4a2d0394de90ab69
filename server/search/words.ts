import { toWords } from "#/base/tokenize.ts";
import type { IncomingAddress, WordColumns } from "#/store/messages/ingest-types.ts";

const maxWords = { sender: 200, recipients: 1000, subject: 200, body: 8000 };

interface WordSource {
  from: IncomingAddress[];
  to: IncomingAddress[];
  cc: IncomingAddress[];
  bcc: IncomingAddress[];
  subject: string;
  text: string;
  attachments: { filename: string }[];
  /** The text of the attachments. */
  attachedText?: string;
}

/** Returns the words under which a message can be found. */
export function wordColumns(message: WordSource): WordColumns {
  const names = message.attachments.map(({ filename }) => filename);
  const texts = [names.join("\n"), message.text, message.attachedText ?? ""];
  return {
    sender: toWords(addresses(message.from), maxWords.sender).join(" "),
    recipients: toWords(
      addresses([...message.to, ...message.cc, ...message.bcc]),
      maxWords.recipients,
    ).join(" "),
    subject: toWords(message.subject, maxWords.subject).join(" "),
    body: toWords(texts.join("\n"), maxWords.body).join(" "),
  };
}

function addresses(list: IncomingAddress[]): string {
  return list.map(({ name, address }) => `${name} ${address}`).join("\n");
}
