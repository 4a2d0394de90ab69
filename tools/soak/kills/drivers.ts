import { randomUUID } from "node:crypto";
import type { DraftId, FolderId, MessageId, UploadId } from "@inlet/contract/ids.ts";
import type { EmailChange } from "@inlet/contract/mail/filing.ts";
import type { Client } from "../../../server/testing/apps/client.ts";
import { type Random, seededRandom } from "../../../server/testing/faults/tracking/random.ts";
import type { Product } from "./product.ts";
import { shelf, type World } from "./world.ts";

/** Number of tabs in which the user works at the same time, each on separate messages. */
const hands = 3;
const labelNames = ["Red", "Green", "Blue"];
const pieceBytes = 2000;
const uploadBytes = 5000;

interface Hand {
  world: World;
  product: Product;
  client: Client;
  random: Random;
  number: number;
  /** The messages of this tab, by the kind of change made to them. Their state is known from the ledger only. */
  filed: MessageId[];
  labelled: MessageId[];
  snoozed: MessageId[];
}

/** Works as the user over HTTP until stopped; every call is in the ledger. */
export async function work(world: World, product: Product, isOver: () => boolean): Promise<void> {
  const own = (number: number, kind: number) =>
    [...world.mail].flatMap(([subject, id]) => {
      const n = Number(/^mail (\d+)$/.exec(subject)?.[1] ?? Number.NaN);
      const isIts = n % hands === number && n % 4 === kind;
      return isIts ? [id] : [];
    });
  await Promise.all(
    Array.from({ length: hands }, async (_, number) => {
      const hand: Hand = {
        world,
        product,
        client: product.client(world.person.token),
        random: seededRandom(world.random.below(2 ** 31)),
        number,
        filed: own(number, 0),
        labelled: own(number, 1),
        snoozed: own(number, 2),
      };
      while (!isOver()) await (hand.random.pick(acts) ?? file)(hand);
    }),
  );
}

const acts = [
  file,
  file,
  flag,
  flag,
  label,
  snooze,
  bulk,
  draft,
  send,
  send,
  upload,
  prefer,
  color,
];

async function change(hand: Hand, id: MessageId, values: object, change: EmailChange) {
  const { ledger } = hand.world;
  const keyed = Object.entries(values).map(([field, value]) => [`${field}:${id}`, value] as const);
  await ledger.write(Object.fromEntries(keyed), () =>
    hand.client.call("PATCH /email/{emailId}", { emailId: id, ...change }),
  );
}

async function file(hand: Hand): Promise<void> {
  const id = hand.random.pick(hand.filed);
  const { folder, place } = somePlace(hand);
  if (id !== undefined) await change(hand, id, { place }, { folder });
}

async function flag(hand: Hand): Promise<void> {
  const id = hand.random.pick([...hand.filed, ...hand.labelled]);
  const isOn = hand.random.chance(0.5);
  if (id === undefined) return;
  if (hand.random.chance(0.5)) await change(hand, id, { seen: isOn }, { seen: isOn });
  else await change(hand, id, { starred: isOn }, { starred: isOn });
}

async function label(hand: Hand): Promise<void> {
  const id = hand.random.pick(hand.labelled);
  const labels = labelNames.filter(() => hand.random.chance(0.5)).toSorted();
  if (id !== undefined) await change(hand, id, { labels }, { labels });
}

async function snooze(hand: Hand): Promise<void> {
  const id = hand.random.pick(hand.snoozed);
  const day = 1 + hand.random.below(28);
  const until = hand.random.chance(0.3) ? null : new Date(Date.UTC(2999, 0, day)).toISOString();
  if (id !== undefined) await change(hand, id, { snooze: until }, { snoozeUntil: until });
}

async function bulk(hand: Hand): Promise<void> {
  const { ledger } = hand.world;
  const ids = hand.filed.filter(() => hand.random.chance(0.6));
  const { folder, place } = somePlace(hand);
  const isOn = hand.random.chance(0.5);
  const values = ids.flatMap((id) => [
    [`place:${id}`, place],
    [`starred:${id}`, isOn],
  ]);
  await ledger.write(Object.fromEntries(values), () =>
    hand.client.call("POST /email/bulk", { ids, change: { folder, starred: isOn } }),
  );
}

async function draft({ world, client, number, random }: Hand): Promise<void> {
  const { ledger, accountId } = world;
  const key = `draft:hand-${number}`;
  const known = ledger.currentOf(key).get("");
  // This file and check.ts write these values.
  const { revision } = (known ?? { revision: 0 }) as { revision: number };
  const content = `text ${random.below(10 ** 6)}`;
  // The client chooses the id.
  const id = `hand-${number}` as DraftId;
  if (accountId === null) return;
  await ledger.write({ [key]: { revision: revision + 1, content } }, () =>
    client.call("PUT /email/drafts/{id}", {
      id,
      accountId,
      subject: `draft ${number}`,
      content,
      revision,
    }),
  );
}

async function send(hand: Hand): Promise<void> {
  const { world, number } = hand;
  const name = `${number}-${randomUUID()}`;
  const letter = { key: name, subject: `letter ${name}`, content: `content ${name}`, id: null };
  world.letters.push(letter);
  await post(world, hand.client, letter);
}

/** Sends the message, or repeats the request: the idempotency key makes it one message. */
export async function post(
  { ledger, accountId }: World,
  client: Client,
  letter: World["letters"][number],
): Promise<void> {
  if (accountId === null) return;
  const { id } = await ledger.write({ [`letter:${letter.key}`]: true }, () =>
    client.call(
      "POST /email/send",
      {
        accountId,
        to: "friend@example.net",
        subject: letter.subject,
        content: letter.content,
        ...(letter.uploadId === undefined ? {} : { attachments: [letter.uploadId] }),
      },
      { headers: { "idempotency-key": letter.key } },
    ),
  );
  letter.id = id;
}

/** Uploads the next piece of this worker's file. A complete file is sent with a message, and the next file begins. */
async function upload({ world, client, product, number }: Hand): Promise<void> {
  const { ledger, person } = world;
  const open = [...ledger.currentOf(`upload:${number}:`)].find(
    ([, got]) => Number(got) < uploadBytes,
  );
  if (open === undefined) {
    const { id } = await client.call("POST /email/uploads/start", {
      filename: "file.bin",
      size: uploadBytes,
    });
    ledger.begin(`upload:${number}:${id}`, 0);
    ledger.acknowledged++;
    return;
  }
  const [id, got] = [open[0], Number(open[1])];
  const bytes = contentOf(id).subarray(got, got + pieceBytes);
  await ledger.write({ [`upload:${number}:${id}`]: got + bytes.length }, async () => {
    const answer = await fetch(`${product.url}/email/uploads/${id}?offset=${got}`, {
      method: "PATCH",
      body: bytes,
      headers: {
        authorization: `Bearer ${person.token}`,
        "content-type": "application/octet-stream",
      },
    });
    const body = await answer.text();
    if (!answer.ok) throw new Error(`An upload's piece: ${answer.status} ${body}`);
  });
  if (got + bytes.length < uploadBytes) return;
  await attach(world, client, id);
}

async function attach(world: World, client: Client, id: string): Promise<void> {
  const letter = {
    key: `file-${id}`,
    subject: `letter with ${id}`,
    content: "See the file.",
    id: null,
    // Keys of the ledger are plain strings.
    uploadId: id as UploadId,
  };
  world.letters.push(letter);
  await post(world, client, letter);
}

/** Returns the content of a file, which depends on its upload id only. */
export function contentOf(uploadId: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.alloc(uploadBytes, `The file ${uploadId}. `));
}

async function prefer({ world, client, random, number }: Hand): Promise<void> {
  if (number !== 0) return;
  const undoSeconds = random.pick([0, 5, 10, 20, 30] as const) ?? 0;
  await world.ledger.write({ undoSeconds }, () =>
    client.call("PUT /user/preferences", { undoSeconds }),
  );
}

async function color({ world, client, random, number }: Hand): Promise<void> {
  const color = random.pick(["work", "personal", "finance", "important"] as const) ?? "work";
  const name = labelNames[number] ?? "Red";
  await world.ledger.write({ [`color:${name}`]: color }, () =>
    client.call("PUT /email/labels/{name}", { name, color }),
  );
}

function somePlace({ world, random }: Hand): {
  folder: NonNullable<EmailChange["folder"]>;
  place: string;
} {
  const role = random.pick(["inbox", "archive", "trash", "spam", shelf] as const) ?? "inbox";
  if (role !== shelf) return { folder: role, place: role };
  return { folder: world.shelfId ?? ("" as FolderId), place: shelf };
}
