import {
  headerDate,
  headerText,
  type Part,
  textPart,
  wholeMessage,
} from "../../tools/demo/mime.ts";

let count = 0;

/** Returns a message for a test; every option has a default. */
export function aMail(options: {
  subject: string;
  from?: string;
  to?: string;
  text?: string;
  part?: Part;
  date?: number;
  messageId?: string;
  headers?: string[];
}): Buffer {
  const {
    subject,
    from = "Marta Eklund <marta@example.org>",
    to = "person@north.example",
  } = options;
  const date = options.date ?? Date.now();
  const messageId = options.messageId ?? `mail${count++}.${date}@example.org`;
  return wholeMessage(
    [
      `Date: ${headerDate(date)}`,
      `From: ${from}`,
      `To: ${to}`,
      `Subject: ${headerText(subject)}`,
      `Message-ID: <${messageId}>`,
      ...(options.headers ?? []),
    ],
    options.part ?? textPart(options.text ?? `This is about ${subject}.\n`),
  );
}
