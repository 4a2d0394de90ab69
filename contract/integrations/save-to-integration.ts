import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { line } from "../fields.ts";
import { IntegrationId, MessageId } from "../ids.ts";
import { saveKinds } from "./integration-kinds.ts";
import { Integration } from "./integrations.ts";
import { saveLimits } from "./save-limits.ts";

export const SaveKind = z.enum(saveKinds);
export type SaveKind = z.infer<typeof SaveKind>;

/** A possible target: a database or a page in Notion, a list of a Trello board. */
const Place = z.object({
  id: z.string(),
  name: z.string(),
  /** The kind of target, or its board. */
  detail: z.string(),
});
export type SavePlace = z.infer<typeof Place>;

const secret = line(400).trim().min(1);
const placeId = line(100).trim().min(1).optional();
const connected = z.object({
  /** Null while no target is chosen; the response then lists the possible targets. */
  integration: Integration.nullable(),
  places: z.array(Place),
});

/** Links a database or a page of Notion. The token belongs to an internal integration and is stored encrypted. */
export const connectNotion = endpoint({
  method: "POST",
  path: "/notion",
  access: "user",
  scope: null,
  input: z.object({
    token: secret,
    /** Words of the title; "" for the most recently changed. */
    query: line(200).trim().optional().default(""),
    placeId,
  }),
  output: connected,
  errors: [
    "notion.refused",
    "notion.unreachable",
    "notion.none",
    "integration.too_many",
    "integration.limit",
    "integration.place_gone",
  ],
});

/** Links a list of a Trello board. The key and the token belong to the user and are stored encrypted. */
export const connectTrello = endpoint({
  method: "POST",
  path: "/trello",
  access: "user",
  scope: null,
  input: z.object({ key: secret, token: secret, placeId }),
  output: connected,
  errors: [
    "trello.refused",
    "trello.unreachable",
    "trello.none",
    "integration.too_many",
    "integration.limit",
    "integration.place_gone",
  ],
});

/** The content of a page or card that is created for a message. */
const Task = {
  title: line(saveLimits.titleLength).trim().min(1),
  /** A date, as in 2026-11-24; null for none. */
  due: z.iso.date().nullable(),
  checklist: z.array(line(saveLimits.itemLength).trim().min(1)).max(saveLimits.items),
};

/** State of a message in one target: `link` leads to the item created there. */
const Saved = z.object({
  state: z.enum(["waiting", "saved", "failed"]),
  /** The result of the last attempt, as a sentence; "" before the first. */
  answer: z.string(),
  link: z.string(),
});
export type Saved = z.infer<typeof Saved>;

/** A target that a message can be saved to. */
const SaveTarget = z.object({
  id: IntegrationId,
  kind: SaveKind,
  name: z.string(),
  /** The target's description for users. */
  target: z.string(),
  /** Null if it is not saved there yet. */
  saved: Saved.nullable(),
});
export type SaveTarget = z.infer<typeof SaveTarget>;

/** Returns the content that Inlet would save for a message, and the available targets. Nothing is saved. */
export const proposeSave = endpoint({
  method: "GET",
  path: "/email/{emailId}/save",
  access: "user",
  scope: "read",
  input: z.object({ emailId: MessageId, kind: SaveKind.optional() }),
  output: z.object({
    title: z.string(),
    due: z.string().nullable(),
    checklist: z.array(z.string()),
    targets: z.array(SaveTarget),
  }),
  errors: ["message.not_found"],
});

/** Saves a message as a page or a card. A target holds a message only once, even if the call is repeated. */
export const saveToIntegration = endpoint({
  method: "POST",
  path: "/email/{emailId}/save",
  access: "user",
  scope: null,
  input: z.object({ emailId: MessageId, integrationId: IntegrationId, ...Task }),
  output: Saved,
  errors: ["message.not_found", "integration.not_found", "integration.not_active"],
});

/** Returns the result of saving it there. */
export const savedToIntegration = endpoint({
  method: "GET",
  path: "/email/{emailId}/save/{integrationId}",
  access: "user",
  scope: "read",
  input: z.object({ emailId: MessageId, integrationId: IntegrationId }),
  output: Saved,
  errors: ["message.not_found", "integration.not_found", "delivery.not_found"],
});
