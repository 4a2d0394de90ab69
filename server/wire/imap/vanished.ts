import type { ImapFlow } from "imapflow";
import { eachUidRange, type UidRange, uidsOf } from "./uid-answers.ts";

/** imapflow's undeclared handling of VANISHED, which would emit one event for each of up to 16 million UIDs. */
interface RawClient {
  mailbox: { path: string } | false;
  untaggedVanished: (untagged: Untagged, mailbox?: { path: string }) => Promise<void>;
}

interface Untagged {
  attributes?: unknown[];
}

interface Vanished {
  path: string;
  ranges: UidRange[];
}

/** Emits one event per VANISHED (RFC 7162), even if it lists many messages. */
export function gatherVanished(client: ImapFlow): void {
  // Safe: see RawClient; the version is pinned.
  const raw = client as unknown as RawClient;
  raw.untaggedVanished = async ({ attributes }, mailbox = raw.mailbox || undefined) => {
    if (mailbox === undefined) return;
    const event: Vanished = { path: mailbox.path, ranges: readRanges(attributes?.at(-1)) };
    // A caller in IDLE only needs to know that something was expunged.
    client.emit("expunge", event);
  };
}

/** Returns the ranges of an event from `gatherVanished`; none for any other event. */
export function vanishedIn(event: object, path: string): UidRange[] {
  if (!("path" in event) || event.path !== path || !("ranges" in event)) return [];
  // Safe: created above.
  return (event as Vanished).ranges;
}

/** Returns those of the ascending UIDs that are within the ranges. */
export function uidsWithin(ranges: readonly UidRange[], uids: readonly number[]): number[] {
  const sorted = ranges.toSorted(([a], [b]) => a - b);
  let next = 0;
  return uids.filter((uid) => {
    for (let range = sorted[next]; range !== undefined && range[1] < uid; range = sorted[next]) {
      next += 1;
    }
    const range = sorted[next];
    return range !== undefined && range[0] <= uid;
  });
}

/** Maximum ranges of one response: no honest server sends more. */
const maxRanges = 100_000;

function readRanges(attribute: unknown): UidRange[] {
  const ranges: UidRange[] = [];
  const bytes = uidsOf(attribute);
  if (bytes === undefined) return ranges;
  eachUidRange(bytes, (first, last) => ranges.push([first, last]) < maxRanges);
  return ranges;
}
