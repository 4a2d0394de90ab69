import { randomBytes } from "node:crypto";
import { z } from "zod";
import { startWireServer, type WireAnswer, type WireCall } from "#/testing/faults/wire-faults.ts";
import { Block, type NotionBlock, RichText } from "./blocks.ts";

/** A page in the workspace. */
export interface NotionTestPage {
  id: string;
  url: string;
  parent: { type: "data_source_id" | "page_id" | "workspace"; id: string };
  /** Values by column name. */
  properties: Record<string, unknown>;
  title: string;
  children: NotionBlock[];
  inTrash: boolean;
}

interface DataSource {
  id: string;
  title: string;
  /** Column types by name. */
  columns: Record<string, "title" | "date" | "url" | "rich_text" | "select">;
  inTrash: boolean;
}

export type NotionServer = Awaited<ReturnType<typeof startNotionServer>>;

const idOf = () => {
  const hex = randomBytes(16).toString("hex");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
};
const bare = (id: string) => id.replaceAll("-", "");

const Titled = z.object({ title: z.array(RichText).max(100) });
const Values = {
  title: Titled,
  date: z.object({ date: z.object({ start: z.iso.date() }) }),
  url: z.object({ url: z.url().max(2000) }),
  rich_text: z.object({ rich_text: z.array(RichText) }),
  select: z.object({ select: z.object({ name: z.string() }) }),
};
const Parent = z.union([
  z.object({ type: z.literal("data_source_id"), data_source_id: z.string() }),
  z.object({ type: z.literal("page_id"), page_id: z.string() }),
]);
const NewPage = z.strictObject({
  parent: Parent,
  properties: z.record(z.string(), z.unknown()),
  children: z.array(Block).max(100),
});
const Query = z.object({
  filter: z
    .union([
      z.object({ property: z.string(), url: z.object({ equals: z.string() }) }),
      z.object({ property: z.string(), title: z.object({ equals: z.string() }) }),
    ])
    .optional(),
});
const Search = z.object({
  query: z.string().optional(),
  filter: z.object({ property: z.literal("object"), value: z.enum(["data_source", "page"]) }),
});

/** The pages and databases that an integration sees. */
interface Workspace {
  url: string;
  sources: DataSource[];
  pages: NotionTestPage[];
}

/** Starts Notion's API (2025-09-03) on loopback, with one workspace and the rights of an internal integration. */
export async function startNotionServer() {
  const token = `ntn_${randomBytes(20).toString("hex")}`;
  const state = { isRevoked: false };
  const workspace: Workspace = { url: "", sources: [], pages: [] };
  const { pages, sources } = workspace;

  function answer(call: WireCall): WireAnswer {
    if (call.headers.authorization !== `Bearer ${token}` || state.isRevoked) {
      return refuse(401, "unauthorized", "API token is invalid.");
    }
    if (call.headers["notion-version"] !== "2025-09-03") {
      return refuse(400, "missing_version", "Notion-Version header should be defined.");
    }
    const { pathname } = new URL(call.path, "http://notion");
    const [, , kind = "", id = "", what = ""] = pathname.split("/");
    const route = routes[`${call.method} ${kind}${what && `/${what}`}`];
    if (!route) return refuse(400, "invalid_request_url", "Invalid request URL.");
    try {
      return route(workspace, id, () => JSON.parse(call.body));
    } catch (error) {
      return refuse(400, "validation_error", `body failed validation: ${String(error)}`);
    }
  }

  const wire = await startWireServer((call) =>
    call.path.startsWith("/page/")
      ? { status: 200, body: `A page of Notion: ${titleAt(call.path)}` }
      : answer(call),
  );
  workspace.url = wire.url;
  const titleAt = (path: string) => pages.find(({ url }) => url.endsWith(path))?.title ?? "";

  return {
    ...wire,
    token,
    pages,
    addDatabase(title: string, columns: DataSource["columns"]) {
      const source = { id: idOf(), title, columns, inTrash: false };
      sources.push(source);
      return source;
    },
    addPage: (title: string) =>
      addPage(workspace, { title, parent: { type: "workspace", id: "" } }),
    revoke() {
      state.isRevoked = true;
    },
    restore() {
      state.isRevoked = false;
    },
  };
}

const withId = <One extends { id: string }>(all: readonly One[], id: string) =>
  all.find((one) => bare(one.id) === bare(id));

type Route = (workspace: Workspace, id: string, body: () => unknown) => WireAnswer;

/** Responses by method and path. A throw is a failed validation. */
const routes: Readonly<Record<string, Route>> = {
  "GET users": () => {
    const bot = { owner: { type: "workspace", workspace: true }, workspace_name: "Harbour" };
    return done({ object: "user", id: idOf(), type: "bot", name: "Inlet", bot });
  },
  "POST search": ({ pages, sources }, _id, body) => {
    const { query = "", filter } = Search.parse(body());
    const isCalled = ({ title }: { title: string }) =>
      title.toLowerCase().includes(query.toLowerCase());
    return listed(
      filter.value === "page"
        ? pages.filter((one) => !one.inTrash && isCalled(one)).map(presentPage)
        : sources.filter((one) => !one.inTrash && isCalled(one)).map(presentSource),
    );
  },
  "GET data_sources": ({ sources }, id) => {
    const source = withId(sources, id);
    return source ? done(presentSource(source)) : missing();
  },
  "POST data_sources/query": ({ pages, sources }, id, body) => {
    const source = withId(sources, id);
    if (!source || source.inTrash) return missing();
    const { filter } = Query.parse(body());
    const rows = pages.filter((one) => !one.inTrash && one.parent.id === source.id);
    const found = rows.filter((one) => {
      if (!filter) return true;
      if (source.columns[filter.property] !== ("url" in filter ? "url" : "title")) {
        throw new Error(`Could not find property ${filter.property}`);
      }
      if ("title" in filter) return one.title === filter.title.equals;
      const value = Values.url.safeParse(one.properties[filter.property]).data;
      return value?.url === filter.url.equals;
    });
    return listed(found.toReversed().map(presentPage));
  },
  "GET pages": ({ pages }, id) => {
    const page = withId(pages, id);
    return page ? done(presentPage(page)) : missing();
  },
  "GET blocks/children": ({ pages }, id) => {
    const page = withId(pages, id);
    return page && !page.inTrash ? listed(childrenOf(pages, page)) : missing();
  },
  "POST pages": (workspace, _id, body) => create(workspace, NewPage.parse(body())),
};

function create(
  workspace: Workspace,
  { parent, properties, children }: z.infer<typeof NewPage>,
): WireAnswer {
  const above =
    parent.type === "page_id"
      ? withId(workspace.pages, parent.page_id)
      : withId(workspace.sources, parent.data_source_id);
  if (!above) return missing();
  if (above.inTrash) {
    return refuse(400, "validation_error", "Can't edit block that is archived.");
  }
  const columns = "columns" in above ? above.columns : { title: "title" as const };
  for (const [name, value] of Object.entries(properties)) {
    const type = Object.entries(columns).find(([column]) => column === name)?.[1];
    if (!type) throw new Error(`${name} is not a property that exists.`);
    Values[type].parse(value);
  }
  const [titleColumn = "title"] = Object.entries(columns).find(([, is]) => is === "title") ?? [];
  const { title } = Titled.parse(properties[titleColumn]);
  const made = addPage(workspace, {
    title: title.map(({ text }) => text.content).join(""),
    parent: { type: parent.type, id: above.id },
  });
  Object.assign(made, { properties, children });
  return done(presentPage(made));
}

function childrenOf(pages: readonly NotionTestPage[], page: NotionTestPage): object[] {
  const below = pages.filter((one) => one.parent.id === page.id && !one.inTrash);
  return [
    ...page.children.map((block) => ({ object: "block", id: idOf(), ...block })),
    ...below.map(({ id, title }) => ({
      object: "block",
      id,
      type: "child_page",
      child_page: { title },
    })),
  ];
}

function addPage(
  workspace: Workspace,
  given: Pick<NotionTestPage, "title" | "parent">,
): NotionTestPage {
  const id = idOf();
  const slug = given.title.replaceAll(/[^A-Za-z0-9]+/g, "-");
  const url = `${workspace.url}/page/${slug}-${bare(id)}`;
  const page = { id, url, properties: {}, children: [], inTrash: false, ...given };
  workspace.pages.push(page);
  return page;
}

const refuse = (status: number, code: string, message: string): WireAnswer => ({
  status,
  body: { object: "error", status, code, message, request_id: idOf() },
});

const missing = () => refuse(404, "object_not_found", "Could not find it. Make sure it is shared.");

const done = (body: object): WireAnswer => ({ status: 200, body });

const listed = (results: object[]) =>
  done({ object: "list", results, has_more: false, next_cursor: null });

const wordsOf = (title: string) =>
  title === "" ? [] : [{ type: "text", text: { content: title, link: null }, plain_text: title }];

function presentPage({ id, url, parent, title, inTrash }: NotionTestPage): object {
  const { type } = parent;
  return {
    object: "page",
    id,
    url,
    in_trash: inTrash,
    archived: inTrash,
    parent: { type, ...(type === "workspace" ? { workspace: true } : { [type]: parent.id }) },
    properties: { title: { id: "title", type: "title", title: wordsOf(title) } },
  };
}

function presentSource({ id, title, columns, inTrash }: DataSource): object {
  const properties = Object.entries(columns).map(([name, type]) => [
    name,
    { id: name, name, type, [type]: {} },
  ]);
  return {
    object: "data_source",
    id,
    title: wordsOf(title),
    in_trash: inTrash,
    archived: inTrash,
    parent: { type: "database_id", database_id: idOf() },
    properties: Object.fromEntries(properties),
  };
}
