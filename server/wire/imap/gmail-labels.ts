import { decodeFolderName } from "./folder-name.ts";

/** Labels kept of one message, and characters of each. */
const maxLabels = 100;
const maxLabelLength = 1000;

/**
 * Gmail's labels (X-GM-LABELS) that people made. The others, such as `\\Inbox` and `\\Important`, are folders, flags or
 * Gmail's own opinion.
 */
export function gmailLabels(labels: Iterable<string>): string[] {
  return [...labels]
    .filter((label) => label !== "" && label.length <= maxLabelLength && !label.startsWith("\\"))
    .slice(0, maxLabels)
    .map(decodeFolderName);
}
