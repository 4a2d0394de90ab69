import type { UserId } from "@inlet/contract/ids.ts";
import type { Reader } from "#/store/engine/database.ts";
import { inChunks } from "#/store/engine/chunks.ts";

interface Person {
  name: string;
  address: string;
}

/** Returns properties of messages, by their date keys, that show how relevant they are to a user. */
export async function weighedMessages(reader: Reader, userId: UserId, keys: readonly number[]) {
  const rows = [];
  for (const some of inChunks(keys)) {
    const read = await reader
      .selectFrom("messages")
      .select(["date_key", "subject", "from_json", "to_json", "is_own"])
      .where("user_id", "=", userId)
      .where("date_key", "in", some)
      .execute();
    rows.push(...read);
  }
  const hits = rows.map((row) => {
    const isOwn = row.is_own === 1;
    const people = JSON.parse(isOwn ? row.to_json : row.from_json) as Person[];
    return {
      dateKey: row.date_key,
      subject: row.subject,
      people: people.map(({ name, address }) => `${name} ${address}`).join(", "),
      sender: people[0]?.address.toLowerCase() ?? "",
      isOwn,
    };
  });
  const written = await writtenTo(reader, userId, new Set(hits.map(({ sender }) => sender)));
  return hits.map(({ sender, ...hit }) => ({ ...hit, isOfFamiliar: written.has(sender) }));
}

/** Returns the addresses that the user has written to. */
async function writtenTo(
  reader: Reader,
  userId: UserId,
  addresses: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  const written = new Set<string>();
  for (const some of inChunks([...addresses])) {
    const rows = await reader
      .selectFrom("correspondents")
      .select("address")
      .where("user_id", "=", userId)
      .where("address", "in", some)
      .where("sent", ">", 0)
      .execute();
    for (const { address } of rows) written.add(address);
  }
  return written;
}
