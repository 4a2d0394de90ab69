import type { UserId } from "@inlet/contract/ids.ts";
import { proposeEvent } from "#/ai/events/propose-event.ts";
import { modelPort } from "#/ai/model/models.ts";
import type { ModelPort } from "#/ai/model/port.ts";
import type { ModelContext } from "#/ai/model/settings.ts";
import type { Auth } from "#/auth/types.ts";
import type { WebMail } from "#/http/context.ts";
import type { Services } from "#/http/services.ts";
import { addEvent, eventUid } from "#/integrations/calendar/add-event.ts";
import { busyWithin } from "#/integrations/calendar/busy.ts";
import type { EngineClient } from "#/mail/engine-client.ts";
import { acceptCounterMail } from "#/mail/invitations/accept-counter.ts";
import { answerMail } from "#/mail/invitations/answer-invitation.ts";
import { declineCounterMail } from "#/mail/invitations/decline-counter.ts";
import { readInvitation } from "#/mail/invitations/read-invitation.ts";
import { mailOwners } from "#/mail/owners.ts";
import { requireMessage } from "#/mail/reading.ts";
import { removePerson } from "#/mail/remove-person.ts";
import type { Hub } from "#/realtime/hub.ts";
import { answersWithin } from "#/roles/answers-within.ts";
import { integrationServices, type IntegrationSettings } from "#/roles/integration-services.ts";
import { readInvitationCard } from "#/roles/invitation-card.ts";
import type { Reads } from "#/roles/named-reads.ts";
import { engineWaitMs } from "#/roles/operating-metrics.ts";
import { hasUsers } from "#/store/users.ts";

interface Parts {
  mail: WebMail;
  auth: Auth;
  live: Hub;
  engine: EngineClient;
  /** What the host set up of integrations. */
  integrations: IntegrationSettings;
  /** Whether the host sends mail of its own. */
  canSendMail: boolean;
  models: ModelContext;
  /** Where reads that may be long are done. */
  reads: Reads;
  /** Which models may be asked, where it is not those of the settings. */
  model?: ModelPort;
}

/** What the HTTP handlers may call, filled with what the features do. */
export function webServices({
  mail,
  auth,
  live,
  engine,
  integrations,
  canSendMail,
  models,
  reads,
  model = modelPort(models),
}: Parts): Omit<Services, "landing" | "admin"> {
  const { reader } = mail.database;
  const ai = {
    ...mail,
    model,
    readFollowUps: (asked: { userId: UserId }, signal: AbortSignal) =>
      reads("followUps.list", asked, signal),
  };
  const linked = integrationServices(mail, integrations, ai);
  return {
    ai,
    models,
    ...linked,
    auth,
    live,
    mail,
    engine,
    invitations: {
      read: (userId, id) => readInvitationCard(mail, userId, id),
      answer: (userId, answer) => answerMail(mail, userId, answer),
      answerCounter: (userId, wish) =>
        (wish.answer === "accepted" ? acceptCounterMail : declineCounterMail)(mail, userId, wish),
      async busy(userId, id) {
        const { said, invitation } = await readInvitation(mail, userId, id);
        const { start, end } = said;
        const isTimed = start !== null && end !== null && !start.isDay && end.at > start.at;
        if (!isTimed || invitation.state !== "current") return { busy: [], unreachable: [] };
        const span = { uid: said.uid, from: start.at, to: end.at };
        return busyWithin(mail, userId, span);
      },
      async propose(userId, id) {
        const event = await proposeEvent(mail, userId, id);
        const uid = eventUid(await requireMessage(mail, userId, id));
        return event && { ...event, uid };
      },
      add: (userId, event) => addEvent(mail, userId, event),
    },
    owners: mailOwners(reader),
    canSendMail,
    async removePerson(userId) {
      await linked.integrations.letGo(userId);
      await removePerson(mail, userId);
    },
    async isReady() {
      try {
        await hasUsers(reader);
      } catch (error) {
        mail.log.error({ err: error }, "database not responding");
        return false;
      }
      const isInTime = await answersWithin(engine.ping, engineWaitMs);
      if (!isInTime) mail.log.error("engine not responding");
      return isInTime;
    },
  };
}
