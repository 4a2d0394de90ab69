import type { IntegrationId, MessageId } from "@inlet/contract/ids.ts";
import { plainText } from "#/store/engine/storable-text.ts";
import type { ProductEvent } from "./publish-events.ts";

/** The data to save of a message, and the integration for it. */
export interface SaveRequest {
  integrationId: IntegrationId;
  emailId: MessageId;
  title: string;
  /** Due day, as in 2026-11-24; "" for none. */
  due: string;
  checklist: readonly string[];
}

/**
 * Returns the id of the event that saves a message to an integration. It is the same for the user, a rule and a repeated request.
 */
export function saveEventId(emailId: MessageId): string {
  return `save_${emailId}`;
}

/** Returns the event for the integration. */
export function saveEvent({ emailId, title, due, checklist }: SaveRequest): ProductEvent {
  return {
    kind: "message.save",
    eventId: saveEventId(emailId),
    about: {
      emailId,
      title: plainText(title),
      due,
      checklist: JSON.stringify(checklist.map(plainText)),
    },
  };
}
