import { decodeFolderName } from "./folder-name.ts";

/** Maximum number of labels per message, and maximum length of each. */
const maxLabels = 100;
const maxLabelLength = 1000;

/**
 * Returns Gmail's labels (X-GM-LABELS) that users created. The rest, such as `\\Inbox` and `\\Important`, are folders, flags or
 * Gmail's own judgment.
 */
export function gmailLabels(labels: Iterable<string>): string[] {
  return [...labels]
    .filter((label) => label !== "" && label.length <= maxLabelLength && !label.startsWith("\\"))
    .slice(0, maxLabels)
    .map(decodeFolderName);
}
