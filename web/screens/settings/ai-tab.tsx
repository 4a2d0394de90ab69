import { AiSettingsPanel } from "#/features/ai-settings/ai-settings-panel.tsx";
import { FollowUpSettings } from "#/features/follow-ups/follow-up-settings.tsx";

/** Settings of AI models and of the reminders. */
export function AiTab() {
  return (
    <>
      <AiSettingsPanel />
      <FollowUpSettings />
    </>
  );
}
