import type { connectContactBook } from "@inlet/contract/integrations/contact-books.ts";
import type { IntegrationId, UserId } from "@inlet/contract/ids.ts";
import type { z } from "zod";
import { Failure } from "#/base/failure.ts";
import { connect } from "#/integrations/core/connections.ts";
import type { IntegrationContext } from "#/integrations/core/context.ts";
import { type DavLogin, davServerOf, whyNotFound } from "#/integrations/core/dav.ts";
import { openBooks } from "./dav.ts";
import type { BookConfig, BookSecret } from "./adapter.ts";

const shownMax = 100;

interface Connected {
  id: IntegrationId | null;
  books: { url: string; name: string }[];
}

/**
 * Links the chosen address book or, without a choice, returns the address books to choose from. Throws the codes of
 * connectContactBook.
 */
export async function linkBook(
  core: IntegrationContext,
  userId: UserId,
  { address, user, password, bookUrl }: z.output<typeof connectContactBook.input>,
): Promise<Connected> {
  const books = await booksAt(core, address, { user, password });
  // Only addresses that the server itself names: any other address would get the password.
  const chosen =
    bookUrl === undefined
      ? books.length === 1
        ? books[0]
        : undefined
      : books.find(({ url }) => url === bookUrl);
  if (chosen === undefined) return { id: null, books };
  const secret: z.infer<typeof BookSecret> = { user, password };
  const config: z.input<typeof BookConfig> = { bookUrl: chosen.url };
  const id = await connect(core, userId, {
    kind: "contacts",
    name: chosen.name,
    externalId: chosen.url,
    secret: JSON.stringify(secret),
    config,
    events: [],
  });
  return { id, books };
}

async function booksAt(
  core: IntegrationContext,
  address: string,
  login: DavLogin,
): Promise<Connected["books"]> {
  const url = await davServerOf(core, address, "_carddavs");
  if (url === null) throw new Failure("contact_book.unreachable");
  try {
    const books = await openBooks(core, login).books(url);
    if (books.length === 0) throw new Failure("contact_book.none");
    return books.slice(0, shownMax);
  } catch (cause) {
    throw new Failure(`contact_book.${whyNotFound(core, cause)}`);
  }
}
