import { converse, type Letter } from "../demo/conversation.ts";
import { pdfFile } from "../demo/files.ts";
import type { FiledMail } from "../demo/maildir.ts";
import { filePart, type Part } from "../demo/mime.ts";
import { type Brand, readBrands, renderNewsletter } from "../demo/newsletters.ts";
import { type Machines, readMachines, renderNotice } from "../demo/notices.ts";
import { type Random, seededRandom } from "../demo/random.ts";
import { renderMessage } from "../demo/render-message.ts";
import { type Phrasebook, readPhrasebooks, readWriters, type Writer } from "../demo/words.ts";

const day = 86_400_000;
/** Ten years. */
const spanDays = 3650;

interface Source {
  random: Random;
  books: Phrasebook[];
  writers: readonly Writer[];
  brands: readonly Brand[];
  machines: Machines;
  files: readonly Part[];
  owner: Writer;
  now: number;
}

/** Generates a large mailbox for benches: personal messages, bulk mail and files in one inbox, about 16 kB per message. */
export function* bulkMailbox(options: {
  seed: string;
  messages: number;
  now: number;
  owner: string;
}): Generator<FiledMail> {
  const random = seededRandom(options.seed);
  const source: Source = {
    random,
    books: [...readPhrasebooks().values()],
    writers: readWriters(),
    brands: readBrands(),
    machines: readMachines(),
    files: sampleFiles(random),
    owner: {
      group: "work",
      language: "*",
      name: "Nora Lindqvist",
      address: options.owner,
      line: "",
    },
    now: options.now,
  };
  let count = 0;
  while (count < options.messages) {
    for (const { date, raw } of nextMessages(source)) {
      if (count++ >= options.messages) return;
      yield { folder: "INBOX", date, flags: random.chance(0.9) ? "S" : "", raw };
    }
  }
}

function nextMessages(source: Source): { date: number; raw: Buffer }[] {
  const { random, owner, now } = source;
  const date = Math.round(now - random.next() * spanDays * day);
  const kind = random.next();
  if (kind < 0.44) {
    const raw = renderNewsletter(
      random,
      random.pick(source.brands),
      owner,
      date,
      random.int(20, 130),
    );
    return [{ date, raw }];
  }
  if (kind < 0.55) {
    const machine = random.pick(source.machines.machines);
    return [{ date, raw: renderNotice(random, source.machines, machine, owner, date) }];
  }
  return conversation(source, date).map((letter) => {
    const files = random.chance(0.13) ? [random.pick(source.files)] : [];
    return { date: letter.date, raw: renderMessage(random, letter, files) };
  });
}

function conversation(source: Source, start: number): Letter[] {
  const { random, owner, now } = source;
  const book = random.chance(0.6) ? source.books[0] : random.pick(source.books);
  if (!book) throw new Error("No phrasebook.");
  const others = source.writers.filter(({ language }) => language === book.language);
  const matter = random.pick(book.matters);
  const length = random.pick([1, 1, 2, 2, 3, 4, 6]);
  return converse(random, { owner, others, book, matter, length, start, end: now });
}

function sampleFiles(random: Random): Part[] {
  const page = filePart("Report.pdf", "application/pdf", pdfFile(["Report", "One page"]));
  const scans = Array.from({ length: 24 }, (_, at) =>
    filePart(`scan-${at}.jpg`, "image/jpeg", random.bytes(random.int(20_000, 120_000))),
  );
  return [page, ...scans];
}
