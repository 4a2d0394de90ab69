/** Names of the settings' sections. */
export const settingsTexts = {
  profile: "Profile",
  accounts: "Email Accounts",
  security: "Security",
  notifications: "Notifications",
  appearance: "Appearance",
  sending: "Sending and signatures",
  labels: "Labels",
  ai: "AI",
  templates: "Templates",
  rules: "Rules",
  integrations: "Integrations",
  transfer: "Import and export",
  blocked: "Blocked senders",
  shortcuts: "Shortcuts",
  administration: "Administration",
} as const;
