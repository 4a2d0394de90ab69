import { AiSettingsPanel } from "#/features/ai-settings/ai-settings-panel.tsx";
import { FollowUpSettings } from "#/features/follow-ups/follow-up-settings.tsx";

/** What is made of mail: by whom, and what for. */
export function AiTab() {
  return (
    <>
      <AiSettingsPanel />
      <FollowUpSettings />
    </>
  );
}
