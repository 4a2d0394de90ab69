import { z } from "zod";
import type { IntegrationContext } from "#/integrations/core/context.ts";
import { retryAfterMs } from "#/integrations/core/deliver.ts";
import { fetchThrough } from "#/integrations/core/fetch-through.ts";
import { attemptMs } from "#/integrations/core/adapter.ts";
import {
  type RefusalKind,
  refusalOf,
  ServiceRefusal,
} from "#/integrations/core/service-refusal.ts";

/** The user's own API key and token. */
export const TrelloSecret = z.object({ key: z.string(), token: z.string() });

const TrelloList = z.object({ id: z.string(), name: z.string() });
const Board = z.object({
  id: z.string(),
  name: z.string(),
  lists: z.array(z.looseObject({ ...TrelloList.shape, closed: z.boolean().catch(false) })),
});
const Card = z.object({
  id: z.string(),
  shortUrl: z.string(),
  desc: z.string(),
  closed: z.boolean(),
});
export type TrelloCard = z.infer<typeof Card>;
const Checklist = z.object({
  id: z.string(),
  name: z.string(),
  checkItems: z.array(z.object({ name: z.string() })).catch([]),
});

/** The longest response is a page of a board's cards. */
const maxBytes = 8 * 1024 * 1024;

const pageOfCards = 250;
/** Trello limits the open cards of a board to the number that these pages hold. */
const maxPages = 40;

type Context = Pick<IntegrationContext, "egress" | "clock">;

/** Opens Trello's API for the user. Every call throws ServiceRefusal. */
export function trelloApi(
  core: Context,
  { apiUrl }: { apiUrl: string },
  secret: z.infer<typeof TrelloSecret>,
) {
  const ask = requestsTo(core, apiUrl, secret);

  return {
    /** Returns the name of the member. */
    async member(): Promise<string> {
      const Member = z.object({ fullName: z.string().catch(""), username: z.string() });
      const { fullName, username } = await ask(Member, "/1/members/me?fields=fullName,username");
      return fullName || username;
    },

    /** Returns the open boards with their open lists. */
    boards: () =>
      ask(
        z.array(Board),
        "/1/members/me/boards?filter=open&fields=name&lists=open&list_fields=name,closed",
      ),

    /** Returns a list with its board. */
    async list(
      id: string,
    ): Promise<{ name: string; isOpen: boolean; boardId: string; board: string }> {
      const shape = z.object({
        ...TrelloList.shape,
        closed: z.boolean(),
        idBoard: z.string(),
        board: z.object({ name: z.string(), closed: z.boolean().catch(false) }),
      });
      const path = `/1/lists/${part(id)}?fields=name,closed,idBoard&board=true&board_fields=name,closed`;
      const { name, closed, idBoard, board } = await ask(shape, path);
      return { name, isOpen: !closed && !board.closed, boardId: idBoard, board: board.name };
    },

    /** Yields the open cards of the whole board, the newest pages first, because users move cards between lists. */
    async *cards(boardId: string): AsyncGenerator<TrelloCard[]> {
      const path = `/1/boards/${part(boardId)}/cards?fields=desc,shortUrl,closed&limit=${pageOfCards}`;
      let before = "";
      for (let page = 0; page < maxPages; page++) {
        const cards = await ask(z.array(Card), before === "" ? path : `${path}&before=${before}`);
        if (cards.length > 0) yield cards;
        // An id begins with the card's creation time.
        const oldest = cards.map(({ id }) => id).toSorted()[0] ?? "";
        const isOver = cards.length < pageOfCards || (before !== "" && oldest >= before);
        if (isOver) return;
        before = part(oldest);
      }
    },

    /** Returns a card; null if it was deleted or archived. */
    async card(shortLink: string): Promise<TrelloCard | null> {
      try {
        const card = await ask(Card, `/1/cards/${part(shortLink)}?fields=desc,shortUrl,closed`);
        return card.closed ? null : card;
      } catch (error) {
        if (error instanceof ServiceRefusal && error.kind === "gone") return null;
        throw error;
      }
    },

    addCard: (card: { idList: string; name: string; desc: string; due: string | null }) =>
      ask(Card, "/1/cards", { ...card, pos: "top" }),

    checklists: (cardId: string) =>
      ask(z.array(Checklist), `/1/cards/${part(cardId)}/checklists?checkItem_fields=name`),

    addChecklist: (cardId: string, name: string) =>
      ask(Checklist, `/1/cards/${part(cardId)}/checklists`, { name }),

    addItem: (checklistId: string, name: string) =>
      ask(z.object({ id: z.string() }), `/1/checklists/${part(checklistId)}/checkItems`, {
        name,
        pos: "bottom",
      }),
  };
}

/** Returns a function that sends authorized requests, and reads responses of a shape. */
function requestsTo(core: Context, apiUrl: string, { key, token }: z.infer<typeof TrelloSecret>) {
  const through = fetchThrough(core.egress, { maxBytes, timeoutMs: attemptMs });
  // In the header, as addresses are logged in transit.
  const authorization = `OAuth oauth_consumer_key="${quoted(key)}", oauth_token="${quoted(token)}"`;

  return async function ask<Shape extends z.ZodType>(
    shape: Shape,
    path: string,
    body?: object,
  ): Promise<z.output<Shape>> {
    const answer = await through(`${apiUrl}${path}`, {
      method: body ? "POST" : "GET",
      headers: {
        authorization,
        accept: "application/json",
        ...(body && { "content-type": "application/json" }),
      },
      ...(body && { body: JSON.stringify(body) }),
    }).catch(() => {
      throw new ServiceRefusal("Trello", "busy");
    });
    if (!answer.ok) {
      const header = answer.headers.get("retry-after") ?? undefined;
      const kind = kindOf(answer.status, await answer.text().catch(() => ""), {
        path,
        isRead: !body,
      });
      throw new ServiceRefusal("Trello", kind, retryAfterMs(header, core.clock.now()));
    }
    const read = shape.safeParse(await answer.json().catch(() => null));
    if (!read.success) throw new ServiceRefusal("Trello", "busy");
    return read.data;
  };
}

export type TrelloApi = ReturnType<typeof trelloApi>;

/**
 * Returns the kind of a refusal. Trello responds with Bad Request to a wrong key and to an id that never existed. It responds
 * with 401 and a text about permission only to objects that this user may not see.
 */
function kindOf(
  status: number,
  message: string,
  { path, isRead }: { path: string; isRead: boolean },
): RefusalKind {
  if (status === 401) return /permission/i.test(message) ? "gone" : "revoked";
  if (status !== 400) return refusalOf(status);
  if (/invalid (?:key|token|app token)/i.test(message)) return "revoked";
  const isUnknown = /invalid id/i.test(message) || (isRead && path.startsWith("/1/cards/"));
  return isUnknown ? "gone" : "refused";
}

function part(id: string): string {
  return encodeURIComponent(id);
}

/** Encodes a secret, so it cannot end the quoted string or the header line. */
function quoted(secret: string): string {
  return encodeURIComponent(secret);
}
