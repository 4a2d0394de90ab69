import type { Client, CreatePageParameters, QueryDataSourceParameters } from "@notionhq/client";
import { z } from "zod";
import type { IntegrationContext } from "#/integrations/core/context.ts";
import { retryAfterMs } from "#/integrations/core/deliver.ts";
import { fetchThrough } from "#/integrations/core/fetch-through.ts";
import { attemptMs } from "#/integrations/core/adapter.ts";
import { refusalOf, ServiceRefusal } from "#/integrations/core/service-refusal.ts";

/** A database or a page that messages can be saved to. */
export interface NotionPlace {
  id: string;
  kind: "database" | "page";
  title: string;
}

/** Names of the columns of a database; "" without a column of that type. */
export interface NotionColumns {
  title: string;
  date: string;
  url: string;
}

interface NotionPage {
  id: string;
  url: string;
}

type Context = Pick<IntegrationContext, "egress" | "clock">;

/** The longest responses are a page of search results and a page of blocks. */
const maxBytes = 4 * 1024 * 1024;
const pagesOfBlocks = 10;
const lookedInto = 10;

const Words = z.array(z.object({ plain_text: z.string() }));
const Trashed = { in_trash: z.boolean().catch(false), archived: z.boolean().catch(false) };
const DataSource = z.object({
  ...Trashed,
  object: z.literal("data_source"),
  id: z.string(),
  title: Words,
  properties: z.record(z.string(), z.object({ type: z.string() })),
});
const TitledPage = z.object({
  ...Trashed,
  object: z.literal("page"),
  id: z.string(),
  url: z.string(),
  parent: z.object({ type: z.string() }),
  properties: z.record(z.string(), z.object({ type: z.string(), title: Words.optional() })),
});
const Hits = z.object({ results: z.array(z.unknown()) });
const Hit = z.union([DataSource, TitledPage]);
const Blocks = z.object({
  results: z.array(z.looseObject({ id: z.string().optional() })),
  next_cursor: z.string().nullable().catch(null),
});
const ChildPage = z.object({ id: z.string(), child_page: z.object({ title: z.string() }) });
const Self = z.object({ bot: z.object({ workspace_name: z.string().nullish() }) });

/** Returns Notion's API as an internal integration can use it. Every call throws ServiceRefusal. */
export async function notionApi(core: Context, { apiUrl }: { apiUrl: string }, token: string) {
  const client = await clientOf(core, apiUrl, token);
  const { ask, blocksOf, pageAt, dataSourceAt } = readsOf(core, client);

  return {
    /** Returns the name of the workspace, which also checks the token. */
    async workspace(): Promise<string> {
      const { bot } = await ask(Self, () => client.users.me({}));
      return bot.workspace_name ?? "";
    },

    /** Returns databases first, then pages, in each group the last changed first. */
    async places(query: string): Promise<NotionPlace[]> {
      const found: NotionPlace[] = [];
      for (const value of ["data_source", "page"] as const) {
        const { results } = await ask(Hits, () =>
          client.search({
            ...(query !== "" && { query }),
            filter: { property: "object", value },
            sort: { timestamp: "last_edited_time", direction: "descending" },
            page_size: 25,
          }),
        );
        for (const hit of results) {
          // An item that is shared without read access is an id alone.
          const read = Hit.safeParse(hit).data;
          const place = read ? placeOf(read) : null;
          if (place) found.push(place);
        }
      }
      return found;
    },

    /** Returns null if it does not exist, or this integration may not access it. */
    async place(id: string): Promise<NotionPlace | null> {
      const found = (await dataSourceAt(id)) ?? (await pageAt(id));
      return found && placeOf(found, { isAnyPage: true });
    },

    /** Returns the current columns of a database. */
    async columns(id: string): Promise<NotionColumns> {
      const source = await dataSourceAt(id);
      if (!source || source.in_trash || source.archived) throw new ServiceRefusal("Notion", "gone");
      return columnsOf(source);
    },

    /** Returns a page; null if it was deleted or is in the trash. */
    async page(id: string): Promise<NotionPage | null> {
      const page = await pageAt(id);
      return page && isHere(page) ? page : null;
    },

    /** Returns pages of a database, the newest first. */
    async pagesIn(id: string, filter: QueryDataSourceParameters["filter"]): Promise<NotionPage[]> {
      const { results } = await ask(Hits, () =>
        client.dataSources.query({
          data_source_id: id,
          ...(filter && { filter }),
          sorts: [{ timestamp: "created_time", direction: "descending" }],
          page_size: lookedInto,
        }),
      );
      return results.flatMap((page) => TitledPage.safeParse(page).data ?? []).filter(isHere);
    },

    /** Returns the ids of pages below a page that have this title. */
    async pagesBelow(id: string, title: string): Promise<string[]> {
      const blocks = await blocksOf(id, pagesOfBlocks);
      const pages = blocks.flatMap((block) => ChildPage.safeParse(block).data ?? []);
      const called = pages.filter((page) => page.child_page.title === title);
      return called.map((page) => page.id).slice(-lookedInto);
    },

    /** Returns true if a page links to this address. */
    async leadsTo(id: string, url: string): Promise<boolean> {
      return JSON.stringify(await blocksOf(id, 2)).includes(JSON.stringify(url).slice(1, -1));
    },

    async create(page: CreatePageParameters): Promise<NotionPage> {
      const made = z.object({ id: z.string(), url: z.string() });
      return ask(made, () => client.pages.create(page));
    },
  };
}

/** Returns the reads that several calls share. */
function readsOf(core: Context, client: Client) {
  /** Errors of Notion's client contain the response, and are not passed on. */
  async function ask<Shape extends z.ZodType>(
    shape: Shape,
    call: () => Promise<unknown>,
  ): Promise<z.output<Shape>> {
    const answer = await call().catch((error: unknown) => {
      throw refusedBy(core, error);
    });
    const read = shape.safeParse(answer);
    if (!read.success) throw new ServiceRefusal("Notion", "busy");
    return read.data;
  }

  async function blocksOf(id: string, most: number) {
    const blocks: z.infer<typeof Blocks>["results"] = [];
    let cursor: string | null = null;
    for (let page = 0; page < most; page++) {
      const from: { start_cursor?: string } = cursor === null ? {} : { start_cursor: cursor };
      const answer: z.infer<typeof Blocks> = await ask(Blocks, () =>
        client.blocks.children.list({ block_id: id, page_size: 100, ...from }),
      );
      blocks.push(...answer.results);
      cursor = answer.next_cursor;
      if (cursor === null) break;
    }
    return blocks;
  }

  const pageAt = (id: string) =>
    ask(TitledPage, () => client.pages.retrieve({ page_id: id })).catch(nullIfMissing);
  const dataSourceAt = (id: string) =>
    ask(DataSource, () => client.dataSources.retrieve({ data_source_id: id })).catch(nullIfMissing);

  return { ask, blocksOf, pageAt, dataSourceAt };
}

export type NotionApi = Awaited<ReturnType<typeof notionApi>>;

const quiet = () => undefined;

/** Creates Notion's own client, without its retries: the job knows better when to try again. */
async function clientOf({ egress }: Context, apiUrl: string, token: string): Promise<Client> {
  // Not loaded unless a user saves there.
  const { Client: Notion } = await import("@notionhq/client");
  const through = fetchThrough(egress, { maxBytes, timeoutMs: attemptMs });
  return new Notion({
    auth: token,
    baseUrl: apiUrl,
    async fetch(url, { method = "GET", headers = {}, body } = {}) {
      const asked = { method, headers, ...(body !== undefined && { body }) };
      const answer = await through(url, asked);
      const { ok, status, headers: responseHeaders } = answer;
      return { ok, status, headers: responseHeaders, text: () => answer.text() };
    },
    timeoutMs: attemptMs,
    retry: false,
    // The client would log requests and responses, which must not be in the log.
    logger: quiet,
  });
}

const Foreign = z.object({ status: z.number(), headers: z.unknown() });

/** Converts an error of the client. A refused request has a status; without one, Notion was not reached. */
function refusedBy({ clock }: Context, error: unknown): ServiceRefusal {
  const read = Foreign.safeParse(error);
  if (!read.success) return new ServiceRefusal("Notion", "busy");
  const { status, headers } = read.data;
  const header = headers instanceof Headers ? headers.get("retry-after") : null;
  const waitMs = retryAfterMs(header ?? undefined, clock.now());
  return new ServiceRefusal("Notion", refusalOf(status), waitMs);
}

function nullIfMissing(error: unknown): null {
  // Notion returns Bad Request for an id of the other kind.
  const isGone =
    error instanceof ServiceRefusal && (error.kind === "gone" || error.kind === "refused");
  if (isGone) return null;
  throw error;
}

function isHere({ in_trash, archived }: { in_trash: boolean; archived: boolean }): boolean {
  return !in_trash && !archived;
}

/** Returns a destination; null for pages of a database, which are its rows and too many to choose from. */
function placeOf(
  hit: z.infer<typeof DataSource> | z.infer<typeof TitledPage>,
  { isAnyPage = false } = {},
): NotionPlace | null {
  if (!isHere(hit)) return null;
  if (hit.object === "data_source") {
    return { id: hit.id, kind: "database", title: plain(hit.title) };
  }
  if (!isAnyPage && /data_source|database/.test(hit.parent.type)) return null;
  const title = Object.values(hit.properties).find(({ type }) => type === "title")?.title ?? [];
  return { id: hit.id, kind: "page", title: plain(title) };
}

function columnsOf({ properties }: z.infer<typeof DataSource>): NotionColumns {
  const names = (type: string) =>
    Object.entries(properties).flatMap(([name, is]) => (is.type === type ? [name] : []));
  const dates = names("date");
  const due = dates.find((name) => /due|deadline|date|f[äa]llig/iu.test(name));
  return {
    title: names("title")[0] ?? "title",
    date: due ?? dates[0] ?? "",
    url: names("url")[0] ?? "",
  };
}

function plain(words: z.infer<typeof Words>): string {
  const text = words
    .map((part) => part.plain_text)
    .join("")
    .trim();
  return text.slice(0, 200) || "Untitled";
}
