import { MessageId, type UserId } from "@inlet/contract/ids.ts";
import { z } from "zod";
import type { IntegrationContext } from "./context.ts";
import { describeMessage, type DescribedMessage } from "./read-message.ts";
import type { Connection, IntegrationEvent, Outcome } from "./adapter.ts";
import { outcomeOf } from "./service-refusal.ts";

/** A message to save in another service. */
export interface ToSave {
  message: DescribedMessage;
  title: string;
  /** A date such as 2026-11-24; "" if the item has no due date. */
  due: string;
  checklist: string[];
  /** Link of an earlier attempt; "" without one. */
  link: string;
}

/** A destination for saved messages. Both methods throw ServiceRefusal. */
export interface SavePlace {
  /** Returns the link of the existing item for the message, completed if an attempt was interrupted; null without one. */
  find: (save: ToSave) => Promise<string | null>;
  /** Creates the item, and returns its link and a sentence about it. */
  make: (save: ToSave) => Promise<{ link: string; answer: string }>;
}

const About = z.object({
  emailId: MessageId,
  title: z.string(),
  due: z.string(),
  checklist: z.string().transform((json) => z.array(z.string()).parse(JSON.parse(json))),
});

/** Saves a message once. Each attempt first looks for an item of an earlier attempt whose response was lost. */
export async function saveOnce(
  core: Pick<IntegrationContext, "database" | "publicUrl">,
  { userId }: Pick<Connection, "userId">,
  event: IntegrationEvent,
  { service, place }: { service: string; place: SavePlace },
): Promise<Outcome> {
  const save = await readSave(core, userId, event);
  if (save === null) return { result: "skipped", answer: "The email no longer exists." };
  return outcomeOf(service, async () => {
    const found = await place.find(save);
    if (found !== null)
      return { result: "delivered", answer: "Already saved.", link: openable(found) };
    const { link, answer } = await place.make(save);
    return { result: "delivered", answer, link: openable(link) };
  });
}

/** Returns the link if it is a web address, else "": a click opens it, so it may be nothing else. */
function openable(link: string): string {
  return /^https?:\/\//i.test(link) ? link : "";
}

async function readSave(
  core: Pick<IntegrationContext, "database" | "publicUrl">,
  userId: UserId,
  { kind, about, link }: IntegrationEvent,
): Promise<ToSave | null> {
  if (kind !== "message.save") return null;
  const { emailId, ...task } = About.parse(about);
  const message = await describeMessage(core, userId, emailId);
  return message && { message, ...task, link };
}

/** Returns the sender and the date, as a line above the text. */
export function originOf({ from, date }: DescribedMessage): string {
  const name = from.name.trim() === "" ? from.address : `${from.name} (${from.address})`;
  return `${name}, ${date.slice(0, 10)}`;
}
