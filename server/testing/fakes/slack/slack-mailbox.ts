import { IntegrationId, type MessageId } from "@inlet/contract/ids.ts";
import type { Engine } from "#/store/engine/database.ts";
import { threeMessages, type ThreeMessages } from "#/testing/apps/mail-app.ts";
import type { SignedUpUser } from "#/testing/factories/user.ts";
import type { SlackMessage } from "./methods.ts";
import { startSlackApp } from "./slack-app.ts";
import { startSlackServer } from "./slack-server.ts";

export const harbour = { team: "T0HARBOUR", user: "U0ADA" };
export const rowing = { team: "T0ROWING", user: "U0ADA" };
export const general = "C0GENERAL";
export const boats = "C0BOATS";

/** Starts Inlet and a Slack with two workspaces, their channels, and the app. */
export async function startHarbour(engine: Engine) {
  const slack = await startSlackServer();
  const channels = Array.from({ length: 250 }, (_, at) => ({ id: `C1${at}`, name: `room-${at}` }));
  const closed = { isPrivate: true, isMember: true };
  slack.addTeam({
    id: harbour.team,
    name: "Harbour Office",
    channels: [
      { id: general, name: "general" },
      { ...closed, id: "C0SECRET", name: "secret", people: ["U0BOSS"] },
      { ...closed, id: "C0CREW", name: "crew", people: ["U0ADA", "U0BOSS"] },
      { id: "C0OLD", name: "old", isArchived: true },
      ...channels,
    ],
  });
  slack.addTeam({ id: rowing.team, name: "Rowing Club", channels: [{ id: boats, name: "boats" }] });
  const app = await startSlackApp(engine, slack);

  const accounts = async ({ client }: Pick<SignedUpUser, "client">) =>
    (await client.call("GET /api/slack/accounts", {})).accounts;
  const message = (): SlackMessage => {
    const last = slack.messages.at(-1);
    if (!last) throw new Error("Nothing was posted.");
    return last;
  };
  return {
    slack,
    app,
    accounts,
    message,
    newUser: () => threeMessages(app),
    firstOf: async (person: Pick<SignedUpUser, "client">) => {
      const [one] = await accounts(person);
      if (!one) throw new Error("No workspace is linked.");
      return { ...one, id: IntegrationId.parse(one.integration.id) };
    },
    /** Posts the user's first message in a channel, and returns it. */
    posted: async (someUser: ThreeMessages, channel = general) => {
      await app.follow(someUser.person, harbour, channel);
      const [id] = someUser.ids;
      if (!id) throw new Error("There is no mail.");
      await app.arrives(someUser.userId, id);
      await app.deliver(someUser.userId);
      return { id, message: message() };
    },
    folderOf: async ({ client }: Pick<SignedUpUser, "client">, emailId: MessageId) =>
      (await client.call("GET /email/preview/{emailId}", { emailId })).email.folder,
    /** Removes all faults of Slack. */
    heal: () => {
      for (const { method } of slack.calls) slack.fail(method, null);
    },
    [Symbol.asyncDispose]: async () => {
      await app[Symbol.asyncDispose]();
      await slack[Symbol.asyncDispose]();
    },
  };
}
