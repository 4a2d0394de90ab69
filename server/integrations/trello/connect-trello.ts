import type { connectTrello, SavePlace } from "@inlet/contract/integrations/save-to-integration.ts";
import type { IntegrationId, UserId } from "@inlet/contract/ids.ts";
import type { z } from "zod";
import { Failure } from "#/base/failure.ts";
import { connect } from "#/integrations/core/connections.ts";
import type { IntegrationContext } from "#/integrations/core/context.ts";
import { ServiceRefusal } from "#/integrations/core/service-refusal.ts";
import type { TrelloConfig, TrelloSettings } from "./adapter.ts";
import { trelloApi, type TrelloSecret } from "./trello-api.ts";

const shownMax = 200;

/** Links the chosen list or, without a choice, returns the lists to choose from. Throws the codes of connectTrello. */
export async function linkTrello(
  core: IntegrationContext,
  settings: TrelloSettings,
  userId: UserId,
  { key, token, placeId }: z.output<typeof connectTrello.input>,
): Promise<{ id: IntegrationId | null; places: SavePlace[] }> {
  try {
    const secret: z.infer<typeof TrelloSecret> = { key, token };
    const api = trelloApi(core, settings, secret);
    await api.member();
    const boards = await api.boards();
    const places = boards.flatMap((board) =>
      board.lists.filter(({ closed }) => !closed).map((list) => ({ board, list })),
    );
    if (placeId === undefined) {
      if (places.length === 0) throw new Failure("trello.none");
      const shown = places.slice(0, shownMax);
      return {
        id: null,
        places: shown.map(({ board, list }) => ({
          id: list.id,
          name: list.name,
          detail: board.name,
        })),
      };
    }
    const chosen = places.find(({ list }) => list.id === placeId);
    if (!chosen) throw new Failure("integration.place_gone");
    const { board, list } = chosen;
    const config: z.infer<typeof TrelloConfig> = {
      listId: list.id,
      boardId: board.id,
      board: board.name.slice(0, 200),
    };
    const id = await connect(core, userId, {
      kind: "trello",
      name: list.name.slice(0, 200),
      externalId: list.id,
      secret: JSON.stringify(secret),
      config,
      events: [],
    });
    return { id, places: [] };
  } catch (error) {
    if (!(error instanceof ServiceRefusal)) throw error;
    throw new Failure(error.kind === "revoked" ? "trello.refused" : "trello.unreachable");
  }
}
