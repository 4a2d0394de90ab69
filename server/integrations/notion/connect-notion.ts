import type { connectNotion, SavePlace } from "@inlet/contract/integrations/save-to-integration.ts";
import type { IntegrationId, UserId } from "@inlet/contract/ids.ts";
import type { z } from "zod";
import { Failure } from "#/base/failure.ts";
import { connect } from "#/integrations/core/connections.ts";
import type { IntegrationContext } from "#/integrations/core/context.ts";
import { ServiceRefusal } from "#/integrations/core/service-refusal.ts";
import { notionApi, type NotionPlace } from "./notion-api.ts";
import type { NotionConfig, NotionSettings } from "./adapter.ts";

/**
 * Links the chosen destination or, without a choice, returns the destinations to choose from. Throws the codes of connectNotion.
 */
export async function linkNotion(
  core: IntegrationContext,
  settings: NotionSettings,
  userId: UserId,
  { token, query, placeId }: z.output<typeof connectNotion.input>,
): Promise<{ id: IntegrationId | null; places: SavePlace[] }> {
  try {
    const api = await notionApi(core, settings, token);
    const workspace = await api.workspace();
    if (placeId === undefined) {
      const places = await api.places(query);
      if (places.length === 0) throw new Failure("notion.none");
      return { id: null, places: places.map(presentPlace) };
    }
    const place = await api.place(placeId);
    if (place === null) throw new Failure("integration.place_gone");
    const config: z.infer<typeof NotionConfig> = {
      placeId: place.id,
      placeKind: place.kind,
      workspace: workspace.slice(0, 200),
    };
    const id = await connect(core, userId, {
      kind: "notion",
      name: place.title,
      externalId: place.id,
      secret: token,
      config,
      events: [],
    });
    return { id, places: [] };
  } catch (error) {
    if (!(error instanceof ServiceRefusal)) throw error;
    throw new Failure(error.kind === "revoked" ? "notion.refused" : "notion.unreachable");
  }
}

function presentPlace({ id, kind, title }: NotionPlace): SavePlace {
  return { id, name: title, detail: kind === "database" ? "Database" : "Page" };
}
