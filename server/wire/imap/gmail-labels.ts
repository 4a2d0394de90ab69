import { decodeFolderName } from "./folder-name.ts";

/** Labels kept of one message. */
const maxLabels = 100;

/**
 * Gmail's labels (X-GM-LABELS) that people made. The others, such as `\\Inbox` and `\\Important`, are folders, flags or
 * Gmail's own opinion.
 */
export function gmailLabels(labels: Iterable<string>): string[] {
  return [...labels]
    .filter((label) => label !== "" && !label.startsWith("\\"))
    .slice(0, maxLabels)
    .map(decodeFolderName);
}
