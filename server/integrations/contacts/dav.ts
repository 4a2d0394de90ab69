import {
  addressBookMultiGet,
  createAccount,
  createVCard,
  type DAVResponse,
  deleteVCard,
  fetchAddressBooks,
  propfind,
  updateVCard,
} from "tsdav";
import type { IntegrationContext } from "#/integrations/core/context.ts";
import {
  type DavLogin,
  DavRefusal,
  davWay,
  isDone,
  nameOfCollection,
} from "#/integrations/core/dav.ts";

/** A card of an address book: its path, and the etag that detects changes. */
export interface BookCard {
  href: string;
  etag: string;
  vcard: string;
}

/** Enough for a list of ten thousand names with their ETags. */
const listBytes = 16 * 1024 ** 2;
const timeoutMs = 20_000;
/** Cards can contain pictures, so each request reads only a few. */
const cardBatchSize = 20;

/** Opens one server of address books for the user. Any error other than DavRefusal means that it was not reached. */
export function openBooks(
  core: Pick<IntegrationContext, "egress" | "clock">,
  login: DavLogin,
  { signal }: { signal?: AbortSignal } = {},
) {
  const way = davWay(core, login, { maxBytes: listBytes, timeoutMs, ...(signal && { signal }) });

  return {
    /** Returns the address books, with their names. */
    async books(serverUrl: string): Promise<{ url: string; name: string }[]> {
      const account = await createAccount({
        account: { serverUrl, accountType: "carddav" },
        ...way,
      });
      const books = await fetchAddressBooks({ account, ...way });
      return books.map(({ url, displayName }) => ({
        url,
        name: nameOfCollection(displayName, url),
      }));
    },

    /** Returns a text that differs after each change of the book; "" if the server has none. */
    async mark(bookUrl: string): Promise<string> {
      const [found] = await propfind({
        url: bookUrl,
        props: { "cs:getctag": {}, "d:sync-token": {} },
        depth: "0",
        ...way,
      });
      if (found?.ok === false) throw new DavRefusal(found.status);
      const { getctag, syncToken } = found?.props ?? {};
      return textOf(getctag) || textOf(syncToken);
    },

    /** Returns the path and ETag of every card. An incomplete list counts as a failure. */
    async list(bookUrl: string): Promise<Map<string, string>> {
      const found = await propfind({
        url: bookUrl,
        props: { "d:getetag": {}, "d:resourcetype": {} },
        depth: "1",
        ...way,
      });
      return tagsIn(bookUrl, found);
    },

    /** Yields the current versions of these cards; skips deleted ones. */
    async *cards(bookUrl: string, hrefs: readonly string[]): AsyncGenerator<BookCard[]> {
      for (let at = 0; at < hrefs.length; at += cardBatchSize) {
        const found = await addressBookMultiGet({
          url: bookUrl,
          props: { "d:getetag": {}, "card:address-data": {} },
          objectUrls: hrefs.slice(at, at + cardBatchSize),
          depth: "1",
          ...way,
        });
        yield cardsIn(bookUrl, found);
      }
    },

    /** Creates a card; returns null if it already exists. */
    async create(bookUrl: string, name: string, vcard: string): Promise<Put | null> {
      const answer = await createVCard({
        addressBook: { url: bookUrl },
        filename: name,
        vCardString: vcard,
        ...way,
      });
      return isDone(answer) ? putBy(answer, pathOf(bookUrl, name)) : null;
    },

    /** Replaces a card; null if it was changed in between, or deleted. */
    async update(bookUrl: string, { href, etag }: BookCard, vcard: string): Promise<Put | null> {
      const url = new URL(href, bookUrl).href;
      const answer = await updateVCard({ vCard: { url, etag, data: vcard }, ...way });
      if (answer.status === 404) return null;
      return isDone(answer) ? putBy(answer, href) : null;
    },

    /** Deletes a card; false if it was changed in between. */
    async remove(bookUrl: string, { href, etag }: Omit<BookCard, "vcard">): Promise<boolean> {
      const url = new URL(href, bookUrl).href;
      const answer = await deleteVCard({ vCard: { url, etag }, ...way });
      return answer.status === 404 || isDone(answer);
    },
  };
}

export type Books = ReturnType<typeof openBooks>;

/** The path of a card after a write; `etag` is "" if the server did not return it, and the card is read again the next time. */
interface Put {
  href: string;
  etag: string;
}

/** Returns the path and ETag of every listed card. */
function tagsIn(bookUrl: string, found: readonly DAVResponse[]): Map<string, string> {
  const listed = new Map<string, string>();
  for (const { href = "", ok, status, props = {} } of found) {
    if (!ok && status >= 400) throw new DavRefusal(status);
    const type: unknown = props["resourcetype"];
    const isCollection = typeof type === "object" && type !== null && "collection" in type;
    if (!isCollection && href !== "") {
      listed.set(pathOf(bookUrl, href), textOf(props["getetag"]));
    }
  }
  listed.delete(new URL(bookUrl).pathname);
  return listed;
}

/** Returns the cards of a response, without deleted ones. */
function cardsIn(bookUrl: string, found: readonly DAVResponse[]): BookCard[] {
  return found.flatMap(({ href = "", ok, status, props = {} }) => {
    if (!ok && status >= 400 && status !== 404) throw new DavRefusal(status);
    const vcard = textOf(props["addressData"]);
    if (href === "" || vcard === "") return [];
    return [{ href: pathOf(bookUrl, href), etag: textOf(props["getetag"]), vcard }];
  });
}

function putBy(answer: Response, href: string): Put {
  return { href, etag: answer.headers.get("etag") ?? "" };
}

/** Returns only the path, so cards that the server lists at another host are requested from this server. */
function pathOf(bookUrl: string, href: string): string {
  const base = bookUrl.endsWith("/") ? bookUrl : `${bookUrl}/`;
  return URL.canParse(href, base) ? new URL(href, base).pathname : href;
}

function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  if (typeof value === "number") return String(value);
  if (typeof value === "object" && value !== null && "_cdata" in value) return textOf(value._cdata);
  return "";
}
