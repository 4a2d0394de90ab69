import { ConversationChoice } from "#/features/appearance/conversation-choice.tsx";
import { LanguageChoice } from "#/features/appearance/language-choice.tsx";
import { LayoutChoice } from "#/features/appearance/layout-choice.tsx";
import { StepsChoice } from "#/features/appearance/steps-choice.tsx";
import { SummariesChoice } from "#/features/appearance/summaries-choice.tsx";
import { MailDarkChoice } from "#/features/appearance/mail-dark-choice.tsx";
import { ThemeChoice } from "#/features/appearance/theme-choice.tsx";
import { SettingCard } from "#/ui/settings/setting-card.tsx";

/** Settings for the appearance of Inlet, the layout of its lists, and the next step after filing. */
export function AppearancePanel() {
  return (
    <>
      <SettingCard>
        <ThemeChoice />
        <LanguageChoice />
        <MailDarkChoice />
      </SettingCard>
      <SettingCard>
        <LayoutChoice />
        <ConversationChoice />
        <SummariesChoice />
      </SettingCard>
      <StepsChoice />
    </>
  );
}
