import { z } from "zod";
import type { IntegrationContext } from "#/integrations/core/context.ts";
import type { Connection, IntegrationAdapter } from "#/integrations/core/adapter.ts";
import { saveOnce, type SavePlace, type ToSave } from "#/integrations/core/saving.ts";
import { ServiceRefusal, outcomeOf } from "#/integrations/core/service-refusal.ts";
import { type NotionApi, notionApi } from "./notion-api.ts";
import { type NotionParent, titleOf, writePage } from "./write-page.ts";

/** Unencrypted settings: the target. */
export const NotionConfig = z.object({
  placeId: z.string(),
  placeKind: z.enum(["database", "page"]),
  workspace: z.string(),
});

export interface NotionSettings {
  /** Address of Notion's API. */
  apiUrl: string;
}

/** Creates the adapter that saves messages to a Notion database or page. */
export function notionAdapter(
  core: IntegrationContext,
  settings: NotionSettings,
): IntegrationAdapter {
  const open = ({ secret }: Pick<Connection, "secret">) => notionApi(core, settings, secret);
  return {
    kind: "notion",
    isSetUp: true,
    async deliver(connection, event) {
      const { placeId: id, placeKind: kind } = NotionConfig.parse(connection.config);
      const api = await open(connection);
      const place = placeIn(api, async () =>
        kind === "page" ? { kind, id } : { kind, id, columns: await api.columns(id) },
      );
      return saveOnce(core, connection, event, { service: "Notion", place });
    },
    test: (connection) =>
      outcomeOf("Notion", async () => {
        const { placeId } = NotionConfig.parse(connection.config);
        const api = await open(connection);
        await api.workspace();
        const place = await api.place(placeId);
        if (place === null) throw new ServiceRefusal("Notion", "gone");
        return { result: "delivered", answer: `Emails can be saved to ${place.title}.` };
      }),
    describe: ({ config }) => {
      const { workspace, placeKind } = NotionConfig.parse(config);
      const kind = placeKind === "database" ? "Database" : "Page";
      return workspace === "" ? kind : `${kind} · ${workspace}`;
    },
  };
}

function placeIn(api: NotionApi, readParent: () => Promise<NotionParent>): SavePlace {
  return {
    async find(save) {
      const known = idAt(save.link);
      const kept = known === null ? null : await api.page(known);
      if (kept) return kept.url;
      return lookedFor(api, await readParent(), save);
    },
    async make(save) {
      const { url } = await api.create(writePage(save, await readParent()));
      return { link: url, answer: "Saved." };
    },
  };
}

/** Finds the page by an attempt whose response was lost: by the column of its address, else by its title and content. */
async function lookedFor(
  api: NotionApi,
  parent: NotionParent,
  save: ToSave,
): Promise<string | null> {
  const { url } = save.message;
  const title = titleOf(save);
  if (parent.kind === "database" && parent.columns.url !== "") {
    const [page] = await api.pagesIn(parent.id, {
      property: parent.columns.url,
      url: { equals: url },
    });
    return page?.url ?? null;
  }
  const called =
    parent.kind === "database"
      ? (
          await api.pagesIn(parent.id, {
            property: parent.columns.title,
            title: { equals: title },
          })
        ).map(({ id }) => id)
      : await api.pagesBelow(parent.id, title);
  for (const id of called) {
    if (await api.leadsTo(id, url)) return (await api.page(id))?.url ?? null;
  }
  return null;
}

/** Returns the id at the end of a page's URL. */
function idAt(link: string): string | null {
  const [address = ""] = link.split(/[?#]/, 1);
  const id = address.slice(-32);
  return /^[0-9a-f]{32}$/.test(id) ? id : null;
}
