import { lazyRouteComponent } from "@tanstack/react-router";
import { settingsTexts } from "#/screens/settings/settings-texts.ts";

/**
 * The tabs of the settings in their order: the value in the address, the name, and the panel, which is loaded when it is shown.
 * The first tab is the default.
 */
export const settingsTabs = [
  {
    value: "profile",
    label: settingsTexts.profile,
    Panel: lazyRouteComponent(() => import("#/features/profile/profile-panel.tsx"), "ProfilePanel"),
  },
  {
    value: "accounts",
    label: settingsTexts.accounts,
    Panel: lazyRouteComponent(() => import("#/features/accounts/account-list.tsx"), "AccountList"),
  },
  {
    value: "security",
    label: settingsTexts.security,
    Panel: lazyRouteComponent(
      () => import("#/features/security/security-panel.tsx"),
      "SecurityPanel",
    ),
  },
  {
    value: "notifications",
    label: settingsTexts.notifications,
    Panel: lazyRouteComponent(
      () => import("#/features/notifications/notifications-panel.tsx"),
      "NotificationsPanel",
    ),
  },
  {
    value: "appearance",
    label: settingsTexts.appearance,
    Panel: lazyRouteComponent(
      () => import("#/features/appearance/appearance-panel.tsx"),
      "AppearancePanel",
    ),
  },
  {
    value: "sending",
    label: settingsTexts.sending,
    Panel: lazyRouteComponent(
      () => import("#/features/sending-settings/sending-panel.tsx"),
      "SendingPanel",
    ),
  },
  {
    value: "ai",
    label: settingsTexts.ai,
    Panel: lazyRouteComponent(() => import("#/screens/settings/ai-tab.tsx"), "AiTab"),
  },
  {
    value: "templates",
    label: settingsTexts.templates,
    Panel: lazyRouteComponent(
      () => import("#/features/templates/template-list.tsx"),
      "TemplateList",
    ),
  },
  {
    value: "labels",
    label: settingsTexts.labels,
    Panel: lazyRouteComponent(() => import("#/screens/settings/labels-tab.tsx"), "LabelsTab"),
  },
  {
    value: "rules",
    label: settingsTexts.rules,
    Panel: lazyRouteComponent(() => import("#/features/rules/rules-panel.tsx"), "RulesPanel"),
  },
  {
    value: "integrations",
    label: settingsTexts.integrations,
    Panel: lazyRouteComponent(
      () => import("#/features/integrations/integrations-panel.tsx"),
      "IntegrationsPanel",
    ),
  },
  {
    value: "transfer",
    label: settingsTexts.transfer,
    Panel: lazyRouteComponent(
      () => import("#/features/transfer/transfer-panel.tsx"),
      "TransferPanel",
    ),
  },
  {
    value: "blocked",
    label: settingsTexts.blocked,
    Panel: lazyRouteComponent(
      () => import("#/features/transfer/blocked-senders.tsx"),
      "BlockedSenders",
    ),
  },
  {
    value: "shortcuts",
    label: settingsTexts.shortcuts,
    Panel: lazyRouteComponent(
      () => import("#/features/shortcuts/shortcuts-panel.tsx"),
      "ShortcutsPanel",
    ),
  },
] as const;
