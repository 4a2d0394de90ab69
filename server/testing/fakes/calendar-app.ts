import { nowhereToSave } from "#/testing/factories/no-save-targets.ts";
import type {
  AccountId,
  FolderId,
  IntegrationId,
  MessageId,
  OutboxId,
  UserId,
} from "@inlet/contract/ids.ts";
import type { InvitationAnswer } from "@inlet/contract/integrations/invitations.ts";
import { feedArrived } from "#/integrations/core/event-feed.ts";
import { integrationAdapters } from "#/processes/setup/integration-adapters.ts";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type CalendarMail, ingestedCalendarMail } from "#/testing/mailboxes/calendar-mail.ts";
import { parseMessage } from "#/wire/mime/parse.ts";
import { deliverNow, integrationContext } from "#/testing/apps/deliver-now.ts";
import { testContext } from "#/testing/apps/test-context.ts";
import { aMailbox } from "#/testing/mailboxes/mailbox.ts";
import { signUpUser } from "#/testing/factories/user.ts";
import { startRadicale } from "./radicale.ts";
import { type RealApp, startRealApp } from "#/testing/apps/real-app.ts";
import { aMessage } from "#/testing/apps/published-calls.ts";
import { egressToLoopback } from "./web-egress.ts";

let people = 0;
let events = 0;
const egress = egressToLoopback();

/** Starts Inlet and a calendar server that it can reach. */
export async function startCalendarApp(engine: "sqlite" | "postgres") {
  const blobsDir = await mkdtemp(path.join(tmpdir(), "inlet-calendars-"));
  const app: RealApp = await startRealApp(engine, {
    context: (parts) => testContext(parts, blobsDir, { egress }),
  });
  const radicale = await startRadicale();
  return {
    app,
    radicale,
    async [Symbol.asyncDispose]() {
      await radicale[Symbol.asyncDispose]();
      await app[Symbol.asyncDispose]();
      await rm(blobsDir, { recursive: true });
    },
  };
}

export type CalendarApp = Awaited<ReturnType<typeof startCalendarApp>>;
/** A user who is invited to events, and whose calendars are on that server. */
export type CalendarGuest = Awaited<ReturnType<typeof aCalendarGuest>>;

/** Creates a guest, with their actions and an event with a unique id. */
export async function aCalendarGuest({ app, radicale }: CalendarApp) {
  const name = `Ben${people++}`;
  const ben = await signUpUser(app.origin, name);
  const mailbox = await aMailbox(app.execute, ben.user.id, name.toLowerCase());
  const self = `${name.toLowerCase()}@example.org`;
  const uid = `event${events++}@example.net`;
  const { came, wrote } = guestMail(app, { userId: ben.user.id, ...mailbox, self, uid });

  const login = () => ({ address: radicale.url, user: radicale.user, password: radicale.password });
  async function connected(name: "Work" | "Home" = "Work"): Promise<IntegrationId> {
    // With two at the same time the first would be undefined.
    app.clock.time += 1;
    const { calendars } = await ben.client.call("POST /calendars", login());
    const calendarUrl = calendars.find((one) => one.name === name)?.url ?? "";
    const { integration } = await ben.client.call("POST /calendars", { ...login(), calendarUrl });
    if (!integration) throw new Error("It was not connected.");
    return integration.id;
  }
  /** Records that the mail server accepted the message. */
  async function leaves(id: OutboxId) {
    await app.execute("outbox.sending", { id, attempt: 1 });
    await app.execute("outbox.settle", {
      id,
      attempt: 1,
      state: "accepted",
      sentCopy: "not_needed",
      renamedTo: "",
    });
  }
  /** Responds to the invitation, and records that the mail server accepted the response. */
  async function answer(emailId: MessageId, choice: InvitationAnswer) {
    const { id } = await ben.client.call("POST /email/{emailId}/invitation", {
      emailId,
      answer: choice,
    });
    await leaves(id);
  }
  async function deliver(integrationId: IntegrationId): Promise<void> {
    const core = integrationContext(app, egress);
    const adapters = integrationAdapters(core, {
      telegram: null,
      slack: null,
      saving: nowhereToSave,
    });
    await deliverNow(core, adapters, { userId: ben.user.id, integrationId });
  }
  /** Returns the calendar's entries of this test's event. */
  const entries = async (calendar: "work" | "home" = "work") =>
    (await radicale.events(calendar)).filter((ics) => ics.includes(uid));
  const stateOf = async (id: IntegrationId) => {
    const { integrations } = await ben.client.call("GET /integrations", {});
    return integrations.find((one) => one.id === id);
  };
  const stateInCalendar = async (emailId: MessageId) =>
    (await ben.client.call("GET /email/{emailId}/invitation", { emailId })).calendar;
  return {
    ben,
    self,
    uid,
    stateInCalendar,
    leaves,
    login,
    connected,
    came,
    wrote,
    answer,
    deliver,
    entries,
    stateOf,
  };
}

/** Returns functions that store mail from Ann to the guest. */
function guestMail(
  app: RealApp,
  guest: { userId: UserId; accountId: AccountId; folderId: FolderId; self: string; uid: string },
) {
  const { userId, accountId, folderId, self, uid } = guest;
  let number = 10;
  /** Stores a calendar message; with `isOwn` in Sent. */
  async function came(
    mail: Partial<CalendarMail> = {},
    { isOwn = false } = {},
  ): Promise<MessageId> {
    const given = {
      from: "Ann <ann@example.net>",
      to: self,
      uid,
      attendees: [`CN=Ben;RSVP=TRUE:mailto:${self}`],
      ...mail,
    };
    return take(await ingestedCalendarMail(given), isOwn);
  }
  /** Stores a message without an invitation. */
  async function wrote(subject: string, text: string, headers: string[] = []): Promise<MessageId> {
    const source = [
      ...headers,
      "From: Ann <ann@example.net>",
      `To: ${self}`,
      `Message-ID: <plain${number}.${uid}>`,
      `Subject: ${subject}`,
      "",
      text,
    ];
    const parsed = await parseMessage(Buffer.from(source.join("\r\n")));
    const { attachments: _attachments, sentDate: _sentDate, ...message } = parsed;
    return take(message);
  }
  async function sentFolder(): Promise<FolderId> {
    const folders = await app.execute("folders.save", {
      userId,
      accountId,
      folders: [
        { path: "INBOX", name: "INBOX", role: "inbox" },
        { path: "Sent", name: "Sent", role: "sent" },
      ],
    });
    return folders.find(({ role }) => role === "sent")?.id ?? folderId;
  }
  async function take(
    message: Awaited<ReturnType<typeof ingestedCalendarMail>>,
    isOwn = false,
  ): Promise<MessageId> {
    const [stored] = await app.execute("messages.takeIn", {
      userId,
      accountId,
      folderId: isOwn ? await sentFolder() : folderId,
      messages: [
        { ...aMessage({ uid: number++, isOwn }), message, duplicateKey: message.messageId },
      ],
    });
    if (!stored) throw new Error("nothing was stored");
    const { messageId } = stored;
    await feedArrived(integrationContext(app, egress), { userId, messageId, isQuiet: false });
    return messageId;
  }
  return { came, wrote };
}
