import { answerInvitation, answerCounter, readInvitation } from "./invitations.ts";
import {
  addEvent,
  chooseCalendarTaker,
  connectCalendar,
  invitationBusy,
  proposeEvent,
  readCalendarTaker,
} from "./calendars.ts";
import { connectContactBook, syncContactBook } from "./contact-books.ts";
import {
  changeIntegration,
  listDeliveries,
  listIntegrations,
  removeIntegration,
  replayDelivery,
  testIntegration,
} from "./integrations.ts";
import {
  disconnectSlack,
  finishSlack,
  listSlackChannels,
  listSlackWorkspaces,
  placeSlack,
  slackOauthUrl,
} from "./slack.ts";
import {
  connectNotion,
  connectTrello,
  proposeSave,
  savedToIntegration,
  saveToIntegration,
} from "./save-to-integration.ts";
import { linkTelegram } from "./telegram.ts";
import { addWebhook, moveWebhook, rotateWebhook } from "./webhooks.ts";

/** Endpoints of links to other services, and of invitations. */
export const integrationApi = {
  "GET /email/{emailId}/invitation": readInvitation,
  "POST /email/{emailId}/invitation": answerInvitation,
  "POST /email/{emailId}/invitation/counter": answerCounter,
  "GET /email/{emailId}/invitation/busy": invitationBusy,
  "GET /email/{emailId}/event": proposeEvent,
  "POST /email/{emailId}/event": addEvent,
  "GET /integrations": listIntegrations,
  "PATCH /integrations/{id}": changeIntegration,
  "POST /integrations/{id}/test": testIntegration,
  "DELETE /integrations/{id}": removeIntegration,
  "GET /integrations/{id}/deliveries": listDeliveries,
  "POST /integrations/{id}/deliveries/{deliveryId}/replay": replayDelivery,
  "POST /telegram/link": linkTelegram,
  "POST /calendars": connectCalendar,
  "POST /contact-books": connectContactBook,
  "POST /contact-books/{id}/sync": syncContactBook,
  "GET /calendars/taker": readCalendarTaker,
  "PUT /calendars/taker": chooseCalendarTaker,
  "POST /notion": connectNotion,
  "POST /trello": connectTrello,
  "GET /email/{emailId}/save": proposeSave,
  "POST /email/{emailId}/save": saveToIntegration,
  "GET /email/{emailId}/save/{integrationId}": savedToIntegration,
  "POST /webhooks": addWebhook,
  "POST /webhooks/{id}/secret": rotateWebhook,
  "PUT /webhooks/{id}/address": moveWebhook,
  "GET /api/slack/accounts": listSlackWorkspaces,
  "GET /api/slack/oauth-url": slackOauthUrl,
  "POST /api/slack/oauth/finish": finishSlack,
  "GET /api/slack/channels/{slack_team_id}": listSlackChannels,
  "PUT /api/slack/channels/{slack_team_id}": placeSlack,
  "DELETE /api/slack/disconnect/{slack_team_id}": disconnectSlack,
} as const;
