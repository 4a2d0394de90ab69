import { activityTexts } from "#/features/security/activity-texts.ts";
import { aiTexts } from "#/features/ai-settings/ai-settings-texts.ts";
import { appearanceTexts } from "#/features/appearance/appearance-texts.ts";
import { classificationTexts } from "#/features/classification/classification-texts.ts";
import { connectedTexts } from "#/features/security/connected-texts.ts";
import { filingTexts } from "#/features/filing/filing-texts.ts";
import { followUpSettingsTexts } from "#/features/follow-ups/follow-up-settings-texts.ts";
import { integrationsTexts } from "#/features/integrations/integrations-texts.ts";
import { layoutTexts } from "#/features/appearance/layout-texts.ts";
import { notificationTexts } from "#/features/notifications/notification-texts.ts";
import { passkeyTexts } from "#/features/security/passkey-texts.ts";
import { profileTexts } from "#/features/profile/profile-texts.ts";
import { ruleTexts } from "#/features/rules/rule-texts.ts";
import { securityTexts } from "#/features/security/security-texts.ts";
import { sendingTexts } from "#/features/sending-settings/sending-texts.ts";
import { shortcutTexts } from "#/features/shortcuts/shortcut-texts.ts";
import { templateTexts } from "#/features/templates/template-texts.ts";
import { tokenTexts } from "#/features/security/token-texts.ts";
import { transferTexts } from "#/features/transfer/transfer-texts.ts";
import type { SettingsTab } from "#/screens/settings/settings-tabs.ts";
import { commandGroups } from "#/state/commands/command-groups.ts";
import { commandTexts } from "#/state/commands/command-texts.ts";

/** A setting that can be searched for: its name as its panel shows it, and further words that find it. */
export interface Setting {
  tab: SettingsTab;
  name: string;
  also?: string;
}

const { mail, quiet, letters, device } = notificationTexts;
const { section: classification } = classificationTexts;
const { import: imports, export: exports, blocked, trusted } = transferTexts;

type Row = readonly [name: string, also?: string];

const rows: Readonly<Partial<Record<SettingsTab, readonly Row[]>>> = {
  profile: [
    [profileTexts.name, profileTexts.nameHint],
    [profileTexts.email, profileTexts.emailFixed],
    [profileTexts.bio, profileTexts.bioHint],
    [profileTexts.avatar.choose, profileTexts.avatar.hint],
  ],
  security: [
    [securityTexts.password.title, securityTexts.password.change],
    [securityTexts.secondFactor.title, securityTexts.secondFactor.offHint],
    [passkeyTexts.title, passkeyTexts.hint],
    [connectedTexts.title, connectedTexts.hint],
    [securityTexts.devices.title, `${securityTexts.devices.hint} ${securityTexts.devices.endAll}`],
    [activityTexts.title, activityTexts.hint],
    [tokenTexts.title, tokenTexts.hint],
    [securityTexts.export.title, securityTexts.export.hint],
    [securityTexts.leave.title, securityTexts.leave.hint],
  ],
  notifications: [
    [device.title, device.turnOn],
    [mail.newMail, mail.newMailHint],
    [mail.important, mail.importantHint],
    [mail.sound, mail.soundHint],
    [mail.detail],
    [quiet.title, quiet.hint],
    [letters.title],
    [letters.security, letters.securityHint],
    [letters.summary, letters.summaryHint],
    [letters.marketing, letters.marketingHint],
  ],
  appearance: [
    [
      appearanceTexts.theme,
      `${appearanceTexts.themeHint} ${appearanceTexts.light} ${appearanceTexts.dark} ${appearanceTexts.system}`,
    ],
    [appearanceTexts.language, appearanceTexts.languageHint],
    [appearanceTexts.mailDark, appearanceTexts.mailDarkHint],
    [layoutTexts.density, Object.values(layoutTexts.densities).join(" ")],
    [layoutTexts.pane, layoutTexts.paneHint],
    [appearanceTexts.conversations, appearanceTexts.conversationsHint],
    [appearanceTexts.summaries, appearanceTexts.summariesHint],
    [layoutTexts.advance, Object.values(layoutTexts.advances).join(" ")],
    [layoutTexts.swipeRight, layoutTexts.swipesHint],
    [layoutTexts.swipeLeft, layoutTexts.swipesHint],
  ],
  shortcuts: [
    [shortcutTexts.switch, shortcutTexts.switchHint],
    ...commandGroups.flatMap(({ ids }) =>
      ids
        // The keys of accounts are listed only for accounts that exist.
        .filter((id) => !/^account\d$/.test(id))
        .map((id): Row => [commandTexts[id]]),
    ),
  ],
  sending: [
    [sendingTexts.identities, `${sendingTexts.identitiesHint} ${sendingTexts.add}`],
    [sendingTexts.undo, sendingTexts.undoHint],
    [sendingTexts.receipts, sendingTexts.receiptsHint],
  ],
  templates: [[templateTexts.title, templateTexts.hint]],
  blocked: [
    [blocked.title, blocked.hint],
    [trusted.title, trusted.hint],
  ],
  inbox: [
    [layoutTexts.splits.title, layoutTexts.splits.hint],
    [classification.title, classification.hint],
    [classification.learnsFromUse, classification.learnsFromUseHint],
    [classification.share, classification.shareHint],
    [followUpSettingsTexts.title, followUpSettingsTexts.hint],
    [followUpSettingsTexts.theirs, followUpSettingsTexts.afterTheirs],
    [followUpSettingsTexts.own, followUpSettingsTexts.afterOwn],
    [followUpSettingsTexts.top, followUpSettingsTexts.topAt],
    [followUpSettingsTexts.answers, followUpSettingsTexts.answersHint],
  ],
  labels: [[filingTexts.label.title, `${filingTexts.label.hint} ${filingTexts.label.newLabel}`]],
  rules: [
    [ruleTexts.title, ruleTexts.hint],
    [ruleTexts.journal.title, ruleTexts.journal.hint],
  ],
  ai: [
    [aiTexts.switchOn, aiTexts.switchHint],
    [aiTexts.accounts, aiTexts.accountsHint],
    [aiTexts.budget, `${aiTexts.budgetHint} ${aiTexts.tokens} ${aiTexts.usd}`],
    [aiTexts.ledger, aiTexts.ledgerHint],
  ],
  integrations: [
    integrationsTexts.slack,
    integrationsTexts.telegram,
    integrationsTexts.webhooks,
    integrationsTexts.calendar,
    integrationsTexts.contacts,
    integrationsTexts.notion,
    integrationsTexts.trello,
  ].map(({ name, hint }): Row => [name, hint]),
  transfer: [
    [imports.title, imports.hint],
    [exports.title, exports.hint],
  ],
};

/** Every setting, in the order of the panels. */
export const settingsIndex: readonly Setting[] = Object.entries(rows).flatMap(([tab, listed]) =>
  listed.map(([name, also]) => ({
    // Safe: the keys of the record above.
    tab: tab as SettingsTab,
    name,
    ...(also !== undefined && { also }),
  })),
);
