import { MessageId, type UserId } from "@inlet/contract/ids.ts";
import { z } from "zod";
import type { IntegrationContext } from "./context.ts";
import { readToldMessage, type ToldMessage } from "./read-message.ts";
import type { Connection, IntegrationEvent, Outcome } from "./room.ts";
import { toldOf } from "./service-refusal.ts";

/** A message as it is to be written down elsewhere. */
export interface ToSave {
  message: ToldMessage;
  title: string;
  /** A day, as in 2026-11-24; "" for none. */
  due: string;
  checklist: string[];
  /** Where an earlier try left it; "" for nowhere. */
  link: string;
}

/** A place that messages are saved to. Both throw ServiceRefusal. */
export interface SavePlace {
  /** What is there of the message already, made whole where a try broke off; null for nothing. */
  find: (save: ToSave) => Promise<string | null>;
  /** Makes it, and answers where it stands and what is said of that. */
  make: (save: ToSave) => Promise<{ link: string; answer: string }>;
}

const About = z.object({
  emailId: MessageId,
  title: z.string(),
  due: z.string(),
  checklist: z.string().transform((json) => z.array(z.string()).parse(JSON.parse(json))),
});

/**
 * Saves a message, once: each try looks first for what an earlier one made, whose answer may have been lost.
 */
export async function saveOnce(
  core: Pick<IntegrationContext, "database" | "publicUrl">,
  { userId }: Pick<Connection, "userId">,
  event: IntegrationEvent,
  { service, place }: { service: string; place: SavePlace },
): Promise<Outcome> {
  const save = await readSave(core, userId, event);
  if (save === null) return { result: "skipped", answer: "The email no longer exists." };
  return toldOf(service, async () => {
    const found = await place.find(save);
    if (found !== null)
      return { result: "delivered", answer: "Already saved.", link: openable(found) };
    const { link, answer } = await place.make(save);
    return { result: "delivered", answer, link: openable(link) };
  });
}

/** What a service calls an address is opened by a click: it may be one of the web and nothing else. */
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
  const message = await readToldMessage(core, userId, emailId);
  return message && { message, ...task, link };
}

/** Whom it is from and when, as a line above what it says. */
export function originOf({ from, date }: ToldMessage): string {
  const name = from.name.trim() === "" ? from.address : `${from.name} (${from.address})`;
  return `${name}, ${date.slice(0, 10)}`;
}
