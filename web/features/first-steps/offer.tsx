import { limits } from "@inlet/contract/limits.ts";
import { Check } from "lucide-react";
import { firstStepsTexts as words } from "#/features/first-steps/first-steps-texts.ts";
import { endFirstSteps, startPractice } from "#/features/first-steps/progress.ts";
import { usePracticeKeys } from "#/features/first-steps/use-practice-keys.ts";
import { newId } from "#/lib/new-id.ts";
import { useMedia } from "#/lib/use-media.ts";
import { kindTexts } from "#/texts/shared/kind-texts.ts";
import { useChangePreferences } from "#/state/changes/change-preferences.ts";
import { usePreference } from "#/state/session/preferences.ts";
import { Button } from "#/ui/button.tsx";

/** Categories of mail that seldom needs an answer. */
const quiet = ["Updates", "Promotions"] as const;

/** Offers the split inbox, the daily brief and a practice of keys, until the user dismisses it. */
export function Offer({ arrival }: { arrival: string }) {
  const change = useChangePreferences();
  const splits = usePreference("splits");
  const notifications = usePreference("notifications");
  const hasKeys = useMedia(`(any-pointer: fine) and (min-width: ${limits.mobileBreakpointPx}px)`);
  const keys = usePracticeKeys();
  const others = splits.filter(
    ({ kind, value }) => kind !== "category" || !quiet.some((each) => each === value),
  );
  const isSplit = others.length < splits.length;
  const toggleSplits = () =>
    change({
      splits: isSplit
        ? others
        : [
            ...splits,
            ...quiet.map((value) => ({
              id: newId(),
              name: kindTexts.categories[value],
              kind: "category" as const,
              value,
            })),
          ],
    });
  const { dailySummary } = notifications;
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
      <div className="min-w-60 flex-1">
        <output className="block font-medium text-ink tabular">{arrival}</output>
        <p>{words.offer}</p>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Toggle label={words.split} hint={words.splitHint} isOn={isSplit} onPress={toggleSplits} />
        <Toggle
          label={words.brief}
          hint={words.briefHint}
          isOn={dailySummary}
          onPress={() =>
            change({ notifications: { ...notifications, dailySummary: !dailySummary } })
          }
        />
        {hasKeys && keys.length > 0 && <Button onClick={startPractice}>{words.practice}</Button>}
        <Button tone="quiet" onClick={endFirstSteps}>
          {isSplit || dailySummary ? words.finish : words.dismiss}
        </Button>
      </div>
    </div>
  );
}

function Toggle(props: { label: string; hint: string; isOn: boolean; onPress: () => void }) {
  return (
    <Button
      aria-pressed={props.isOn}
      title={props.hint}
      onClick={props.onPress}
      className={props.isOn ? "border-accent text-accent-ink" : undefined}
    >
      {props.isOn && <Check size={16} strokeWidth={1.75} aria-hidden="true" />}
      {props.label}
    </Button>
  );
}
