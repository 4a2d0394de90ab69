import { ClassificationPreferences } from "@inlet/contract/ai/classification.ts";

/** Default settings. */
const usual: ClassificationPreferences = { highShare: 15, learnsFromUse: true };

/** Reads the classification settings from the user's preferences (preferencesOf). */
export function readClassificationPreferences(preferencesJson: string): ClassificationPreferences {
  // Unreadable settings were written by another version.
  const { sorting: classification } = JSON.parse(preferencesJson) as { sorting?: object };
  const read = ClassificationPreferences.safeParse({ ...usual, ...classification });
  return read.success ? read.data : usual;
}
