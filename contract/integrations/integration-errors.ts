/** Errors of linked services and of invitations: a part of the catalog in errors.ts. */
export const integrationErrors = {
  "integration.not_found": { status: 404, message: "This integration no longer exists." },
  "integration.revoked": {
    status: 409,
    message: "Access was revoked. Please reconnect.",
  },
  "integration.not_active": { status: 409, message: "Please resume this integration first." },
  "integration.not_set_up": {
    status: 422,
    message: "Your administrator has not set up this integration.",
  },
  "integration.too_many": { status: 422, message: "You have reached the limit." },
  "integration.place_gone": {
    status: 422,
    message: "This destination no longer exists or is read-only. Please choose another.",
  },
  "notion.refused": {
    status: 422,
    message: "Notion did not accept this token. Please copy the integration's secret again.",
  },
  "notion.unreachable": {
    status: 502,
    message: "Notion could not be reached. Please try again later.",
  },
  "notion.none": {
    status: 422,
    message:
      "No writable pages or databases found. In Notion, open the page or database and add your integration under Connections.",
  },
  "trello.refused": {
    status: 422,
    message: "Trello did not accept this key and token. Please copy both again.",
  },
  "trello.unreachable": {
    status: 502,
    message: "Trello could not be reached. Please try again later.",
  },
  "trello.none": { status: 422, message: "You have no lists on an open board yet." },
  "delivery.not_found": { status: 404, message: "This delivery is no longer in the log." },
  "webhook.address_refused": {
    status: 422,
    message:
      "This server cannot send to this address. Use https and a host on the public Internet.",
  },
  "webhook.address_password": {
    status: 422,
    message: "Please remove the user name and password from the address. Each request is signed.",
  },
  "telegram.unreachable": {
    status: 502,
    message: "Telegram could not be reached. Please try again later.",
  },
  "slack.not_configured": { status: 422, message: "Slack is not configured on this server" },
  "slack.not_connected": { status: 404, message: "This Slack workspace is not connected." },
  "slack.bad_state": {
    status: 400,
    message: "This connection was started elsewhere or took too long. Please start again.",
  },
  "slack.denied": { status: 422, message: "Slack did not give Inlet access to the workspace." },
  "slack.failed": { status: 502, message: "Slack did not answer as expected. Please try again." },
  "slack.revoked": {
    status: 409,
    message: "Inlet lost access to Slack. Please reconnect the workspace.",
  },
  "slack.no_channel": { status: 404, message: "Inlet cannot post in this channel." },
  "calendar.refused": {
    status: 422,
    message: "The calendar's server did not accept this user and password.",
  },
  "calendar.unreachable": {
    status: 422,
    message: "No calendar was found there. Please check the address.",
  },
  "calendar.none": { status: 422, message: "No calendar for events was found on this server." },
  "contact_book.refused": {
    status: 422,
    message: "The address book's server did not accept this user and password.",
  },
  "contact_book.unreachable": {
    status: 422,
    message: "No address book was found there. Please check the address.",
  },
  "contact_book.none": { status: 422, message: "No address book was found on this server." },
  "invitation.none": { status: 404, message: "This email has no invitation." },
  "invitation.closed": {
    status: 409,
    message: "This invitation can no longer be answered. It was changed, canceled or has ended.",
  },
} as const;
