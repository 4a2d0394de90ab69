import { lazyRouteComponent } from "@tanstack/react-router";

/**
 * The parts of the settings in the order they are listed: how the address spells each, what it is called, and its
 * panel, which is fetched when it is looked at. The first is shown when none is named.
 */
export const settingsTabs = [
  {
    value: "profile",
    label: "Profile",
    Panel: lazyRouteComponent(() => import("#/features/profile/profile-panel.tsx"), "ProfilePanel"),
  },
  {
    value: "accounts",
    label: "Email Accounts",
    Panel: lazyRouteComponent(() => import("#/features/accounts/account-list.tsx"), "AccountList"),
  },
  {
    value: "security",
    label: "Security",
    Panel: lazyRouteComponent(
      () => import("#/features/security/security-panel.tsx"),
      "SecurityPanel",
    ),
  },
  {
    value: "notifications",
    label: "Notifications",
    Panel: lazyRouteComponent(
      () => import("#/features/notifications/notifications-panel.tsx"),
      "NotificationsPanel",
    ),
  },
  {
    value: "appearance",
    label: "Appearance",
    Panel: lazyRouteComponent(
      () => import("#/features/appearance/appearance-panel.tsx"),
      "AppearancePanel",
    ),
  },
  {
    value: "sending",
    label: "Sending and signatures",
    Panel: lazyRouteComponent(
      () => import("#/features/sending-settings/sending-panel.tsx"),
      "SendingPanel",
    ),
  },
  {
    value: "labels",
    label: "Labels",
    Panel: lazyRouteComponent(() => import("#/features/filing/label-list.tsx"), "LabelList"),
  },
  {
    value: "rules",
    label: "Rules",
    Panel: lazyRouteComponent(() => import("#/features/rules/rules-panel.tsx"), "RulesPanel"),
  },
  {
    value: "integrations",
    label: "Integrations",
    Panel: lazyRouteComponent(
      () => import("#/features/integrations/integrations-panel.tsx"),
      "IntegrationsPanel",
    ),
  },
  {
    value: "transfer",
    label: "Import and export",
    Panel: lazyRouteComponent(
      () => import("#/features/transfer/transfer-panel.tsx"),
      "TransferPanel",
    ),
  },
  {
    value: "blocked",
    label: "Blocked senders",
    Panel: lazyRouteComponent(
      () => import("#/features/transfer/blocked-senders.tsx"),
      "BlockedSenders",
    ),
  },
  {
    value: "shortcuts",
    label: "Shortcuts",
    Panel: lazyRouteComponent(
      () => import("#/features/shortcuts/shortcuts-panel.tsx"),
      "ShortcutsPanel",
    ),
  },
] as const;
