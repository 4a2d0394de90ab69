import { SplitsChoice } from "#/features/appearance/splits-choice.tsx";
import { ClassificationSection } from "#/features/classification/classification-section.tsx";
import { FollowUpSettings } from "#/features/follow-ups/follow-up-settings.tsx";

/** Settings for the order of the inbox: its tabs, the classification of its mail, and its reminders. */
export function InboxTab() {
  return (
    <>
      <SplitsChoice />
      <ClassificationSection />
      <FollowUpSettings />
    </>
  );
}
