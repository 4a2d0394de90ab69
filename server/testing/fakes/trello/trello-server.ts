import { randomBytes } from "node:crypto";
import { z } from "zod";
import { startWireServer, type WireAnswer, type WireCall } from "#/testing/faults/wire-faults.ts";

export interface TrelloTestCard {
  id: string;
  shortLink: string;
  shortUrl: string;
  idList: string;
  name: string;
  desc: string;
  due: string | null;
  closed: boolean;
  checklists: { id: string; name: string; checkItems: { id: string; name: string }[] }[];
}

interface TestList {
  id: string;
  name: string;
  closed: boolean;
}

/** The boards and cards of the member. */
interface Workspace {
  url: string;
  boards: { id: string; name: string; lists: TestList[] }[];
  cards: TrelloTestCard[];
}

export type TrelloServer = Awaited<ReturnType<typeof startTrelloServer>>;

let createdIds = 0;
/** Like MongoDB's: a later id is higher. */
const newId = () =>
  `${(createdIds++).toString(16).padStart(8, "0")}${randomBytes(8).toString("hex")}`;

const NewCard = z.strictObject({
  idList: z.string().regex(/^[0-9a-f]{24}$/),
  name: z.string().max(16_384),
  desc: z.string().max(16_384),
  due: z.iso.datetime().nullable(),
  pos: z.enum(["top", "bottom"]),
});
const Named = z.object({ name: z.string().min(1).max(16_384) });

/** Starts Trello's REST API on loopback, with one member and boards. */
export async function startTrelloServer() {
  const key = randomBytes(16).toString("hex");
  const token = `ATTA${randomBytes(30).toString("hex")}`;
  const state = { isRevoked: false };
  const workspace: Workspace = { url: "", boards: [], cards: [] };
  const { boards, cards } = workspace;

  function answer(call: WireCall): WireAnswer {
    const { authorization = "" } = call.headers;
    const [, ownKey, ownToken] =
      /^OAuth oauth_consumer_key="([^"]*)", oauth_token="([^"]*)"$/.exec(authorization) ?? [];
    if (ownKey !== key) return { status: 401, body: "invalid key" };
    if (ownToken !== token || state.isRevoked) return { status: 401, body: "invalid token" };
    const { pathname, searchParams } = new URL(call.path, "http://trello");
    const [, , kind = "", id = "", what = ""] = pathname.split("/");
    const name = `${call.method} ${kind}${what && `/${what}`}`;
    const route = routes[name];
    try {
      const body: unknown = call.body === "" ? {} : JSON.parse(call.body);
      if (!route) return { status: 404, body: `Cannot ${name}` };
      return route(workspace, id, { body, asked: searchParams });
    } catch (error) {
      return { status: 400, body: `invalid value: ${String(error)}` };
    }
  }

  const wire = await startWireServer((call) => {
    const [, shortLink] = /^\/c\/(\w+)$/.exec(call.path) ?? [];
    if (shortLink === undefined) return answer(call);
    const card = cards.find((one) => one.shortLink === shortLink);
    return { status: 200, body: `A card of Trello: ${card?.name ?? ""}` };
  });
  workspace.url = wire.url;

  return {
    ...wire,
    key,
    token,
    cards,
    addBoard(name: string, lists: string[]) {
      const board = {
        id: newId(),
        name,
        lists: lists.map((list) => ({ id: newId(), name: list, closed: false })),
      };
      boards.push(board);
      return board;
    },
    /** Adds cards by another user, each of maximum length. */
    fill(listId: string, count: number) {
      for (let at = 0; at < count; at++) {
        const shortLink = randomBytes(4).toString("hex");
        const shortUrl = `${wire.url}/c/${shortLink}`;
        const own = { id: newId(), shortLink, shortUrl, idList: listId };
        const desc = "x".repeat(16_000);
        cards.push({ ...own, name: `Card ${at}`, desc, due: null, closed: false, checklists: [] });
      }
    },
    /** Deletes the board with its cards permanently. */
    removeBoard(id: string) {
      boards.splice(
        boards.findIndex((one) => one.id === id),
        1,
      );
    },
    revoke() {
      state.isRevoked = true;
    },
    restore() {
      state.isRevoked = false;
    },
  };
}

type Route = (
  workspace: Workspace,
  id: string,
  given: { body: unknown; asked: URLSearchParams },
) => WireAnswer;

/** Responses by method and path. A throw is an invalid value. */
const routes: Readonly<Record<string, Route>> = {
  "GET members": () => done({ id: newId(), username: "ada", fullName: "Ada Ek" }),
  "GET members/boards": ({ boards }) =>
    done(boards.map((board) => ({ ...board, lists: board.lists.filter(({ closed }) => !closed) }))),
  "GET lists": (workspace, id) => {
    const found = listAt(workspace, id);
    if (!found) return missing;
    const { list, board } = found;
    return done({ ...list, idBoard: board.id, board: { name: board.name, closed: false } });
  },
  "GET boards/cards": ({ boards, cards }, id, { asked }) => {
    const board = boards.find((one) => one.id === id);
    if (!board) return missing;
    const own = new Set(board.lists.map((one) => one.id));
    const before = asked.get("before") ?? "g";
    const open = cards
      .filter((one) => !one.closed && own.has(one.idList) && one.id < before)
      .toSorted((a, b) => (a.id < b.id ? 1 : -1))
      .slice(0, Number(asked.get("limit") ?? 1000));
    return done(open.map(presentCard));
  },
  "GET cards": (workspace, id) => {
    const card = cardAt(workspace, id);
    return card ? done(presentCard(card)) : missing;
  },
  "POST cards": (workspace, _id, { body }) => {
    const { pos: _pos, ...given } = NewCard.parse(body);
    if (!listAt(workspace, given.idList)) return missing;
    const shortLink = randomBytes(6).toString("hex").slice(0, 8);
    const shortUrl = `${workspace.url}/c/${shortLink}`;
    const made = { id: newId(), shortLink, shortUrl, closed: false, checklists: [], ...given };
    workspace.cards.push(made);
    return done(presentCard(made));
  },
  "GET cards/checklists": (workspace, id) => {
    const card = cardAt(workspace, id);
    return card ? done(card.checklists) : missing;
  },
  "POST cards/checklists": (workspace, id, { body }) => {
    const card = cardAt(workspace, id);
    if (!card) return missing;
    const made = { id: newId(), name: Named.parse(body).name, checkItems: [] };
    card.checklists.push(made);
    return done(made);
  },
  "POST checklists/checkItems": ({ cards }, id, { body }) => {
    const checklist = cards.flatMap((one) => one.checklists).find((one) => one.id === id);
    if (!checklist) return missing;
    const made = { id: newId(), name: Named.parse(body).name };
    checklist.checkItems.push(made);
    return done({ ...made, state: "incomplete" });
  },
};

function listAt({ boards }: Workspace, id: string) {
  for (const board of boards) {
    const list = board.lists.find((one) => one.id === id);
    if (list) return { list, board };
  }
  return null;
}

const cardAt = ({ cards }: Workspace, id: string) =>
  cards.find((one) => one.id === id || one.shortLink === id);

const missing: WireAnswer = { status: 404, body: "The requested resource was not found." };

const done = (body: object): WireAnswer => ({ status: 200, body });

function presentCard({ checklists: _checklists, ...card }: TrelloTestCard): object {
  return card;
}
