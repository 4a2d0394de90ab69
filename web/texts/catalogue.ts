import { addAccountTexts } from "#/texts/shared/add-account-texts.ts";
import { templateTexts } from "#/features/templates/template-texts.ts";
import { classificationTexts } from "#/features/classification/classification-texts.ts";
import { ruleTexts } from "#/features/rules/rule-texts.ts";
import { summaryTexts } from "#/features/reader/summary-texts.ts";
import { eventTexts } from "#/features/reader/invitations/event-texts.ts";
import { invitationTexts } from "#/features/reader/invitations/invitation-texts.ts";
import { nothingTexts } from "#/features/reader/nothing-texts.ts";
import { suggestionTexts } from "#/features/compose/editor/suggestion-texts.ts";
import { adminTexts } from "#/features/administration/admin-texts.ts";
import { assistantButtonTexts } from "#/features/assistant/assistant-button-texts.ts";
import { assistantTexts } from "#/features/assistant/assistant-texts.ts";
import { approvalTexts } from "#/features/approvals/approval-texts.ts";
import { aiTexts } from "#/features/ai-settings/ai-settings-texts.ts";
import { briefTexts } from "#/features/brief/brief-texts.ts";
import { accountTexts } from "#/features/accounts/account-texts.ts";
import { appearanceTexts } from "#/features/appearance/appearance-texts.ts";
import { layoutTexts } from "#/features/appearance/layout-texts.ts";
import { composeTexts } from "#/features/compose/compose-texts.ts";
import { dockTexts } from "#/features/compose/dock/dock-texts.ts";
import { filingTexts } from "#/features/filing/filing-texts.ts";
import { followUpSettingsTexts } from "#/features/follow-ups/follow-up-settings-texts.ts";
import { followUpTexts } from "#/features/follow-ups/follow-up-texts.ts";
import { calendarTexts } from "#/features/integrations/calendar-texts.ts";
import { contactBooksTexts } from "#/features/integrations/contact-books-texts.ts";
import { placeTexts } from "#/features/integrations/save-target-texts.ts";
import { saveTexts } from "#/features/save-to-integration/save-texts.ts";
import { integrationsTexts } from "#/features/integrations/integrations-texts.ts";
import { telegramTexts } from "#/features/integrations/telegram-texts.ts";
import { webhookTexts } from "#/features/integrations/webhook-texts.ts";
import { demoSamples } from "#/features/landing/demo-samples.ts";
import { landingTexts } from "#/features/landing/landing-texts.ts";
import { marketing } from "#/features/landing/marketing.ts";
import { privacyTexts } from "#/features/landing/privacy-texts.ts";
import { sampleMessages } from "#/features/landing/sample-messages.ts";
import { firstStepsTexts } from "#/features/first-steps/first-steps-texts.ts";
import { frameTexts } from "#/features/mail-frame/frame-texts.ts";
import { listTexts } from "#/features/message-list/list-texts.ts";
import { notificationTexts } from "#/features/notifications/notification-texts.ts";
import { paletteTexts, settingsWords } from "#/features/palette/palette-texts.ts";
import { profileTexts } from "#/features/profile/profile-texts.ts";
import { attachmentTexts } from "#/features/reader/attachments/attachment-texts.ts";
import { readerTexts } from "#/features/reader/reader-texts.ts";
import { savedSearchTexts } from "#/texts/shared/saved-search-texts.ts";
import { resultTexts } from "#/features/search/results/result-texts.ts";
import { searchFormTexts } from "#/features/search/form/search-form-texts.ts";
import { searchTexts } from "#/features/search/search-texts.ts";
import { adminAuditTexts } from "#/features/admin-audit/admin-audit-texts.ts";
import { activityTexts } from "#/features/security/activity-texts.ts";
import { connectedTexts } from "#/features/security/connected-texts.ts";
import { passkeyTexts } from "#/features/security/passkey-texts.ts";
import { securityTexts } from "#/features/security/security-texts.ts";
import { tokenTexts } from "#/features/security/token-texts.ts";
import { sendingTexts } from "#/features/sending-settings/sending-texts.ts";
import { shortcutTexts } from "#/features/shortcuts/shortcut-texts.ts";
import { contactsLinkTexts } from "#/features/sidebar/contacts-link-texts.ts";
import { contactTexts } from "#/features/contacts/contact-texts.ts";
import { addContactTexts } from "#/features/reader/add-contact-texts.ts";
import { briefLinkTexts } from "#/features/sidebar/brief-link-texts.ts";
import { folderTexts } from "#/features/sidebar/folder-texts.ts";
import { slackLinkTexts } from "#/features/sidebar/slack-link-texts.ts";
import { callbackTexts } from "#/features/sign-in/callback-texts.ts";
import { refusalTexts } from "#/features/sign-in/refusal-texts.ts";
import { entryTexts } from "#/features/sign-in/entry-texts.ts";
import { mailedLinkTexts } from "#/features/sign-in/mailed-link-texts.ts";
import { ownProviderTexts } from "#/features/sign-in/own-provider-texts.ts";
import { secondStepTexts } from "#/features/sign-in/second-step-texts.ts";
import { slackTexts } from "#/features/slack/slack-texts.ts";
import { transferTexts } from "#/features/transfer/transfer-texts.ts";
import { apiTexts } from "#/texts/shared/api-texts.ts";
import { errorTexts } from "#/api/error-texts.ts";
import { dateTexts } from "#/lib/date-texts.ts";
import { whenTexts } from "#/lib/when-texts.ts";
import { tideTexts } from "#/screens/mail/tide/tide-texts.ts";
import { quickLookTexts } from "#/screens/mail/quick-look-texts.ts";
import { copyTexts } from "#/texts/shared/copy-texts.ts";
import { doneTexts } from "#/texts/shared/done-texts.ts";
import { labelTexts } from "#/texts/shared/label-texts.ts";
import { notificationActionTexts } from "#/lib/notification-action-texts.ts";
import { pageTexts } from "#/texts/shared/page-texts.ts";
import { sizeTexts } from "#/lib/size-texts.ts";
import { splitTexts } from "#/texts/shared/split-texts.ts";
import { texts } from "#/texts/shared/app-texts.ts";
import { listToolsTexts } from "#/screens/mail/list/list-tools-texts.ts";
import { settingsTexts } from "#/screens/settings/settings-texts.ts";
import { commandTexts, commandWords, commandGroupTexts } from "#/state/commands/command-texts.ts";
import { keyTexts } from "#/texts/shared/key-texts.ts";
import { auditTexts } from "#/texts/shared/audit-texts.ts";
import { kindTexts } from "#/texts/shared/kind-texts.ts";
import { documentTexts } from "#/texts/document-texts.ts";

/**
 * All texts of the page: a translation has one of each. Only tests and the types of translations import all of it; a page loads
 * the few files whose texts it shows.
 */
export const catalogue = {
  adminTexts,
  addAccountTexts,
  templateTexts,
  classificationTexts,
  ruleTexts,
  summaryTexts,
  eventTexts,
  invitationTexts,
  nothingTexts,
  suggestionTexts,
  assistantButtonTexts,
  assistantTexts,
  approvalTexts,
  aiTexts,
  briefTexts,
  briefLinkTexts,
  contactsLinkTexts,
  contactTexts,
  addContactTexts,
  accountTexts,
  appearanceTexts,
  layoutTexts,
  composeTexts,
  dockTexts,
  filingTexts,
  followUpSettingsTexts,
  followUpTexts,
  calendarTexts,
  contactBooksTexts,
  placeTexts,
  saveTexts,
  integrationsTexts,
  telegramTexts,
  webhookTexts,
  demoSamples,
  landingTexts,
  marketing,
  privacyTexts,
  sampleMessages,
  firstStepsTexts,
  frameTexts,
  listTexts,
  notificationTexts,
  notificationActionTexts,
  paletteTexts,
  settingsWords,
  profileTexts,
  attachmentTexts,
  readerTexts,
  searchTexts,
  searchFormTexts,
  resultTexts,
  savedSearchTexts,
  activityTexts,
  adminAuditTexts,
  auditTexts,
  connectedTexts,
  passkeyTexts,
  securityTexts,
  tokenTexts,
  sendingTexts,
  shortcutTexts,
  folderTexts,
  slackLinkTexts,
  callbackTexts,
  refusalTexts,
  entryTexts,
  mailedLinkTexts,
  ownProviderTexts,
  secondStepTexts,
  slackTexts,
  transferTexts,
  apiTexts,
  errorTexts,
  documentTexts,
  dateTexts,
  whenTexts,
  quickLookTexts,
  tideTexts,
  copyTexts,
  doneTexts,
  labelTexts,
  pageTexts,
  sizeTexts,
  splitTexts,
  texts,
  listToolsTexts,
  settingsTexts,
  commandTexts,
  commandWords,
  commandGroupTexts,
  keyTexts,
  kindTexts,
} as const;
