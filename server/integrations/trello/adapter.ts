import { z } from "zod";
import type { IntegrationContext } from "#/integrations/core/context.ts";
import type { Connection, IntegrationAdapter } from "#/integrations/core/adapter.ts";
import { saveOnce, type SavePlace, type ToSave } from "#/integrations/core/saving.ts";
import { ServiceRefusal, outcomeOf } from "#/integrations/core/service-refusal.ts";
import { type TrelloApi, trelloApi, type TrelloCard, TrelloSecret } from "./trello-api.ts";
import { checklistName, writeCard, writeItem } from "./write-card.ts";

/** Unencrypted settings: the list. */
export const TrelloConfig = z.object({
  listId: z.string(),
  board: z.string(),
  boardId: z.string(),
});

export interface TrelloSettings {
  /** Address of Trello's API. */
  apiUrl: string;
}

/** Creates the adapter that saves messages to a list of a Trello board. */
export function trelloAdapter(
  core: IntegrationContext,
  settings: TrelloSettings,
): IntegrationAdapter {
  const open = ({ secret }: Pick<Connection, "secret">) =>
    trelloApi(core, settings, TrelloSecret.parse(JSON.parse(secret)));
  return {
    kind: "trello",
    isSetUp: true,
    deliver(connection, event) {
      const { listId } = TrelloConfig.parse(connection.config);
      const place = placeIn(open(connection), listId);
      return saveOnce(core, connection, event, { service: "Trello", place });
    },
    test: (connection) =>
      outcomeOf("Trello", async () => {
        const { listId } = TrelloConfig.parse(connection.config);
        const { name, isOpen, board } = await open(connection).list(listId);
        if (!isOpen) throw new ServiceRefusal("Trello", "gone");
        return { result: "delivered", answer: `Emails can be saved to ${name} on ${board}.` };
      }),
    describe: ({ config }) => TrelloConfig.parse(config).board,
  };
}

function placeIn(api: TrelloApi, listId: string): SavePlace {
  return {
    async find(save) {
      const known = shortLinkAt(save.link);
      const kept = known === null ? null : await api.card(known);
      // It was complete once: the user removed the missing parts.
      if (kept) return kept.shortUrl;
      const card = await cardOf(save);
      if (!card) return null;
      // The attempt that created the card may have ended before its checklist was complete.
      await hasChecklist(card, save);
      return card.shortUrl;
    },
    async make(save) {
      const card = await api.addCard({ idList: listId, ...writeCard(save) });
      const isWhole = await hasChecklist(card, save);
      return {
        link: card.shortUrl,
        answer: isWhole ? "Saved." : "Saved, without its checklist.",
      };
    },
  };

  /** Completes the checklist; false if Trello refuses that. The card exists in either case, and a delayed call is retried. */
  async function hasChecklist({ id }: TrelloCard, save: ToSave): Promise<boolean> {
    try {
      await addChecklist(api, id, save);
      return true;
    } catch (error) {
      if (!(error instanceof ServiceRefusal) || error.kind === "busy") throw error;
      return false;
    }
  }

  async function cardOf({ message }: ToSave): Promise<TrelloCard | undefined> {
    // Reads the list first, because it may have moved to another board.
    const { boardId, isOpen } = await api.list(listId);
    if (!isOpen) throw new ServiceRefusal("Trello", "gone");
    const back = `(${message.url})`;
    for await (const cards of api.cards(boardId)) {
      const card = cards.find(({ desc, closed }) => !closed && desc.includes(back));
      if (card) return card;
    }
    return undefined;
  }
}

/** Adds the missing items of the checklist; items that the user wrote stay. */
async function addChecklist(api: TrelloApi, cardId: string, { checklist }: ToSave): Promise<void> {
  if (checklist.length === 0) return;
  const known = (await api.checklists(cardId)).find(({ name }) => name === checklistName);
  const { id, checkItems } = known ?? (await api.addChecklist(cardId, checklistName));
  const names = new Set(checkItems.map(({ name }) => name));
  for (const item of checklist.map(writeItem)) {
    if (!names.has(item)) await api.addItem(id, item);
    names.add(item);
  }
}

function shortLinkAt(link: string): string | null {
  return /\/c\/([A-Za-z0-9]{6,12})(?:[/?#]|$)/.exec(link)?.[1] ?? null;
}
