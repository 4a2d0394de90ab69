import {
  Bell,
  Blocks,
  BookText,
  CircleUserRound,
  HardDriveDownload,
  Inbox,
  Keyboard,
  ListChecks,
  Mail,
  PenLine,
  Palette,
  ShieldCheck,
  Sparkles,
  Tag,
  UserX,
} from "lucide-react";
import { settingsTexts } from "#/screens/settings/settings-texts.ts";
import { lazyPanel } from "#/ui/settings/lazy-panel.tsx";

/**
 * The tabs of the settings: the value in the address, the name, the icon, and the panel, which is loaded when it is shown.
 */
const tabs = {
  profile: {
    value: "profile",
    label: settingsTexts.profile,
    Icon: CircleUserRound,
    Panel: lazyPanel(() => import("#/features/profile/profile-panel.tsx"), "ProfilePanel"),
  },
  security: {
    value: "security",
    label: settingsTexts.security,
    Icon: ShieldCheck,
    Panel: lazyPanel(() => import("#/features/security/security-panel.tsx"), "SecurityPanel"),
  },
  notifications: {
    value: "notifications",
    label: settingsTexts.notifications,
    Icon: Bell,
    Panel: lazyPanel(
      () => import("#/features/notifications/notifications-panel.tsx"),
      "NotificationsPanel",
    ),
  },
  appearance: {
    value: "appearance",
    label: settingsTexts.appearance,
    Icon: Palette,
    Panel: lazyPanel(() => import("#/features/appearance/appearance-panel.tsx"), "AppearancePanel"),
  },
  shortcuts: {
    value: "shortcuts",
    label: settingsTexts.shortcuts,
    Icon: Keyboard,
    Panel: lazyPanel(() => import("#/features/shortcuts/shortcuts-panel.tsx"), "ShortcutsPanel"),
  },
  accounts: {
    value: "accounts",
    label: settingsTexts.accounts,
    Icon: Mail,
    Panel: lazyPanel(() => import("#/features/accounts/account-list.tsx"), "AccountList"),
  },
  sending: {
    value: "sending",
    label: settingsTexts.sending,
    Icon: PenLine,
    Panel: lazyPanel(() => import("#/features/sending-settings/sending-panel.tsx"), "SendingPanel"),
  },
  templates: {
    value: "templates",
    label: settingsTexts.templates,
    Icon: BookText,
    Panel: lazyPanel(() => import("#/features/templates/template-list.tsx"), "TemplateList"),
  },
  blocked: {
    value: "blocked",
    label: settingsTexts.blocked,
    Icon: UserX,
    Panel: lazyPanel(() => import("#/features/transfer/blocked-senders.tsx"), "BlockedSenders"),
  },
  inbox: {
    value: "inbox",
    label: settingsTexts.inbox,
    Icon: Inbox,
    Panel: lazyPanel(() => import("#/screens/settings/inbox-tab.tsx"), "InboxTab"),
  },
  labels: {
    value: "labels",
    label: settingsTexts.labels,
    Icon: Tag,
    Panel: lazyPanel(() => import("#/features/filing/label-list.tsx"), "LabelList"),
  },
  rules: {
    value: "rules",
    label: settingsTexts.rules,
    Icon: ListChecks,
    Panel: lazyPanel(() => import("#/features/rules/rules-panel.tsx"), "RulesPanel"),
  },
  ai: {
    value: "ai",
    label: settingsTexts.ai,
    Icon: Sparkles,
    Panel: lazyPanel(
      () => import("#/features/ai-settings/ai-settings-panel.tsx"),
      "AiSettingsPanel",
    ),
  },
  integrations: {
    value: "integrations",
    label: settingsTexts.integrations,
    Icon: Blocks,
    Panel: lazyPanel(
      () => import("#/features/integrations/integrations-panel.tsx"),
      "IntegrationsPanel",
    ),
  },
  transfer: {
    value: "transfer",
    label: settingsTexts.transfer,
    Icon: HardDriveDownload,
    Panel: lazyPanel(() => import("#/features/transfer/transfer-panel.tsx"), "TransferPanel"),
  },
} as const;

/** The value of a tab in the address. */
export type SettingsTab = keyof typeof tabs;

type SettingsSection = (typeof tabs)[SettingsTab];

/** The tab that is shown without a choice. */
export const firstTab = tabs.profile;

const { groups } = settingsTexts;

/** The tabs in their groups, in the order in which they are shown. */
export const settingsGroups = [
  {
    title: groups.you,
    sections: [tabs.profile, tabs.security, tabs.notifications, tabs.appearance, tabs.shortcuts],
  },
  { title: groups.mail, sections: [tabs.accounts, tabs.sending, tabs.templates, tabs.blocked] },
  { title: groups.order, sections: [tabs.inbox, tabs.labels, tabs.rules] },
  { title: groups.connections, sections: [tabs.ai, tabs.integrations] },
  { title: groups.data, sections: [tabs.transfer] },
] as const;

/** All tabs in their order. */
export const settingsTabs = settingsGroups.flatMap(
  (group): readonly SettingsSection[] => group.sections,
);
