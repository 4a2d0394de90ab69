import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { line } from "../fields.ts";
import { IntegrationId } from "../ids.ts";
import { eventKinds } from "./integration-kinds.ts";
import { EventKind, Integration } from "./integrations.ts";
import { limits } from "../limits.ts";

const password = line(limits.passwordMaxLength).optional().default("");

/** Only this response contains the secret. It signs the payloads, as Standard Webhooks specifies. */
export const addWebhook = endpoint({
  method: "POST",
  path: "/webhooks",
  access: "user",
  scope: null,
  input: z.object({
    password,
    name: line(limits.nameMaxLength).trim().min(1),
    url: line(2000).trim().min(1),
    events: z.array(EventKind).min(1).max(eventKinds.length),
  }),
  output: z.object({ integration: Integration, secret: z.string() }),
  errors: [
    "password.wrong",
    "password.sign_in_again",
    "login.too_many",
    "webhook.address_refused",
    "webhook.address_password",
    "integration.too_many",
    "integration.limit",
  ],
});

/** Changes the URL and keeps the secret. Waiting deliveries are sent to the new URL. */
export const moveWebhook = endpoint({
  method: "PUT",
  path: "/webhooks/{id}/address",
  access: "user",
  scope: null,
  input: z.object({ id: IntegrationId, password, url: line(2000).trim().min(1) }),
  output: z.object({ integration: Integration }),
  errors: [
    "password.wrong",
    "password.sign_in_again",
    "login.too_many",
    "webhook.address_refused",
    "webhook.address_password",
    "integration.not_found",
  ],
});

/** Replaces the secret; only this response contains the new one. For a day payloads are also signed with the previous one. */
export const rotateWebhook = endpoint({
  method: "POST",
  path: "/webhooks/{id}/secret",
  access: "user",
  scope: null,
  input: z.object({ id: IntegrationId, password }),
  output: z.object({ secret: z.string(), bothUntil: z.iso.datetime() }),
  errors: ["password.wrong", "password.sign_in_again", "login.too_many", "integration.not_found"],
});
