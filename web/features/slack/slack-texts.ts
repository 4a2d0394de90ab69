/** Every sentence of the dialog about Slack, spelled once. */
export const slackTexts = {
  title: "Slack Integration",
  hint: "Manage your Slack workspace connections",
  list: "Connected workspaces",
  none: "No workspace is connected.",
  promise:
    "Inlet never posts to Slack without your permission, and you can revoke a connection here.",
  active: "Active",
  since: (when: string) => `Connected on ${when}`,
  connect: "Connect Slack",
  another: "Connect another workspace",
  connecting: "Connecting...",
  failed: "Failed to start Slack integration",
  needs:
    "Whoever runs it registers an app at Slack and sets SLACK_CLIENT_ID, SLACK_CLIENT_SECRET and SLACK_SIGNING_SECRET.",
  disconnect: (name: string) => `Disconnect ${name}`,
  disconnected: "Slack workspace disconnected successfully",
  disconnectFailed: "Failed to disconnect Slack workspace",
} as const;
