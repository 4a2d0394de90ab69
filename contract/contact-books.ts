import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { flag, line } from "./fields.ts";
import { IntegrationId } from "./ids.ts";
import { Integration } from "./integrations.ts";

/**
 * Links an address book (CardDAV, RFC 6352) that the contacts are kept in step with. Where there are several and none is
 * named, nothing is linked yet: the answer says which there are. The password is one for apps, and is kept sealed.
 */
export const connectContactBook = endpoint({
  method: "POST",
  path: "/contact-books",
  access: "user",
  scope: null,
  input: z.object({
    /** Of the server, or of the address book; a bare domain or an email address is looked up. */
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
 * Brings both sides in step now. `asks`: most contacts are gone from the server, and are deleted here only by whoever
 * says so with `isSure`.
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
