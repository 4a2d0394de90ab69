/** Texts of the sidebar's integrations. */
export const slackLinkTexts = {
  section: "Integrations",
  slack: "Slack",
  connect: "Connect Slack",
  connected: (count: number) => `Slack (${count} connected)`,
  workspaces: (count: number, name: string) =>
    count === 1 && name ? name : `${count} ${count === 1 ? "workspace" : "workspaces"}`,
} as const;
