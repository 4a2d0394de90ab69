import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { flag, line } from "../fields.ts";
import { IntegrationId } from "../ids.ts";
import { Integration } from "./integrations.ts";

/**
 * Links an address book (CardDAV, RFC 6352) and keeps the contacts in sync with it. If there are several and the request names
 * none, nothing is linked yet, and the response lists them. The password is an app password and is stored encrypted.
 */
export const connectContactBook = endpoint({
  method: "POST",
  path: "/contact-books",
  access: "user",
  scope: null,
  input: z.object({
    /** Address of the server or the address book; a bare domain or an email address is looked up. */
    address: line(2000).trim().min(1),
    user: line(320).trim().min(1),
    password: line(1024).min(1),
    bookUrl: line(2000).optional(),
  }),
  output: z.object({
    integration: Integration.nullable(),
    books: z.array(z.object({ url: z.string(), name: z.string() })),
  }),
  errors: [
    "contact_book.refused",
    "contact_book.unreachable",
    "contact_book.none",
    "integration.too_many",
    "integration.limit",
  ],
});

/**
 * Syncs both sides now. `asks`: most contacts are missing on the server. They are deleted here only if the request confirms it
 * with `isSure`.
 */
export const syncContactBook = endpoint({
  method: "POST",
  path: "/contact-books/{id}/sync",
  access: "user",
  scope: null,
  input: z.object({ id: IntegrationId, isSure: flag }),
  output: z.object({
    isDone: z.boolean(),
    asks: z.boolean(),
    answer: z.string(),
    integration: Integration,
  }),
  errors: ["integration.not_found", "integration.not_active"],
});
