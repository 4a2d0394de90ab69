import type { z } from "zod";
import type { IntegrationId, MessageId, UserId } from "@inlet/contract/ids.ts";
import type { connectContactBook, syncContactBook } from "@inlet/contract/contact-books.ts";
import type { linkTelegram } from "@inlet/contract/telegram.ts";
import type {
  addEvent,
  connectCalendar,
  invitationBusy,
  proposeEvent,
} from "@inlet/contract/calendars.ts";
import type {
  answerInvitation,
  answerCounter,
  readInvitation,
} from "@inlet/contract/invitations.ts";
import type {
  connectNotion,
  connectTrello,
  proposeSave,
  savedElsewhere,
  saveElsewhere,
} from "@inlet/contract/save-elsewhere.ts";
import type { listSlackChannels, placeSlack, SlackWorkspace } from "@inlet/contract/slack.ts";
import type { addWebhook, moveWebhook, rotateWebhook } from "@inlet/contract/webhooks.ts";
import type { Caller } from "#/auth/sessions.ts";
import type { IntegrationManager } from "#/integrations/core/manage.ts";

type In<Endpoint extends { input: z.ZodType }> = z.output<Endpoint["input"]>;
type Out<Endpoint extends { output: z.ZodType }> = z.output<Endpoint["output"]>;

/** Of the services those around what a person linked with other services, and around invitations. */
export interface IntegrationServices {
  invitations: InvitationServices;
  integrations: IntegrationManager;
  webhooks: WebhookServices;
  telegram: TelegramServices;
  slack: SlackServices;
  calendars: CalendarServices;
  contactBooks: ContactBookServices;
  saves: SaveServices;
}

/** Addresses that are told what happens; all else of them is `integrations`. The password was asked for before. */
interface WebhookServices {
  /** Fails with webhook.address_refused, integration.too_many. */
  add: (
    userId: UserId,
    wish: Omit<In<typeof addWebhook>, "password">,
  ) => Promise<Out<typeof addWebhook>>;
  /** Fails with webhook.address_refused, integration.not_found. */
  move: (
    userId: UserId,
    wish: Omit<In<typeof moveWebhook>, "password">,
  ) => Promise<Out<typeof moveWebhook>["integration"]>;
  /** Fails with integration.not_found. */
  rotate: (userId: UserId, id: IntegrationId) => Promise<Out<typeof rotateWebhook>>;
}

/** A body as Slack sent it, with what it says to have signed it by. */
interface SignedBody {
  body: Buffer;
  timestamp: string;
  signature: string;
}

/** What is answered at once, and what is done after that; null for what Slack did not sign. */
type Reception = { body: object | null; after: () => Promise<void> } | null;

/** Chats with the host's bot; all else of them is `integrations`. */
interface TelegramServices {
  /** The password was asked for before. Fails with integration.not_set_up, telegram.unreachable, integration.too_many. */
  link: (userId: UserId) => Promise<Out<typeof linkTelegram>>;
}

/** Workspaces of Slack; which mail they are told of, pauses and tests are `integrations`. */
interface SlackServices {
  /** Whether the host registered Inlet there. */
  isSetUp: boolean;
  list: (userId: UserId) => Promise<SlackWorkspace[]>;
  /** Slack sends the browser back to `redirectUri`. Fails with slack.not_configured. */
  begin: (caller: Caller, redirectUri: string) => Promise<string>;
  /** Fails with the codes of finishSlack. */
  finish: (caller: Caller, query: string) => Promise<SlackWorkspace>;
  /** Fails with the codes of listSlackChannels. */
  channels: (userId: UserId, teamId: string) => Promise<Out<typeof listSlackChannels>["channels"]>;
  /** Fails with the codes of placeSlack. */
  place: (userId: UserId, chosen: In<typeof placeSlack>) => Promise<SlackWorkspace>;
  /** Fails with slack.not_connected. */
  disconnect: (userId: UserId, teamId: string) => Promise<void>;
  interaction: (request: SignedBody) => Promise<Reception>;
  event: (request: SignedBody) => Promise<Reception>;
}

interface InvitationServices {
  /** Fails with message.not_found, invitation.none. */
  read: (userId: UserId, emailId: MessageId) => Promise<Out<typeof readInvitation>>;
  /** Fails with the codes of answerInvitation. */
  answer: (
    userId: UserId,
    answer: In<typeof answerInvitation>,
  ) => Promise<Out<typeof answerInvitation>>;
  /** Fails with the codes of answerCounter. */
  answerCounter: (
    userId: UserId,
    wish: In<typeof answerCounter>,
  ) => Promise<Out<typeof answerCounter>>;
  /** What stands in linked calendars at that time. Fails with message.not_found, invitation.none. */
  busy: (userId: UserId, emailId: MessageId) => Promise<Out<typeof invitationBusy>>;
  /** The meeting that a mail names. Fails with message.not_found. */
  propose: (userId: UserId, emailId: MessageId) => Promise<Out<typeof proposeEvent>["event"]>;
  /** Fails with the codes of addEvent. */
  add: (userId: UserId, event: In<typeof addEvent>) => Promise<void>;
}

interface CalendarServices {
  /** Fails with the codes of connectCalendar. */
  connect: (
    userId: UserId,
    wish: In<typeof connectCalendar>,
  ) => Promise<Out<typeof connectCalendar>>;
  /** Which one gets what is accepted; null where none is linked. */
  taker: (userId: UserId) => Promise<IntegrationId | null>;
  /** Fails with integration.not_found, integration.not_active. */
  chooseTaker: (userId: UserId, id: IntegrationId) => Promise<void>;
}

/** Address books elsewhere; pauses and the end of one are `integrations`. */
interface ContactBookServices {
  /** Fails with the codes of connectContactBook. */
  connect: (
    userId: UserId,
    wish: In<typeof connectContactBook>,
  ) => Promise<Out<typeof connectContactBook>>;
  /** Fails with the codes of syncContactBook. */
  sync: (userId: UserId, wish: In<typeof syncContactBook>) => Promise<Out<typeof syncContactBook>>;
}

/** Messages as pages and cards elsewhere; pauses, tests and the log of a place are `integrations`. */
interface SaveServices {
  /** Fails with the codes of connectNotion. */
  connectNotion: (
    userId: UserId,
    wish: In<typeof connectNotion>,
  ) => Promise<Out<typeof connectNotion>>;
  /** Fails with the codes of connectTrello. */
  connectTrello: (
    userId: UserId,
    wish: In<typeof connectTrello>,
  ) => Promise<Out<typeof connectTrello>>;
  /** Fails with message.not_found. */
  propose: (userId: UserId, asked: In<typeof proposeSave>) => Promise<Out<typeof proposeSave>>;
  /** Done after it is answered. Fails with the codes of saveElsewhere. */
  save: (userId: UserId, wish: In<typeof saveElsewhere>) => Promise<Out<typeof saveElsewhere>>;
  /** Fails with the codes of savedElsewhere. */
  state: (userId: UserId, asked: In<typeof savedElsewhere>) => Promise<Out<typeof savedElsewhere>>;
}
