import { texts } from "#/texts/shared/app-texts.ts";
import type * as changes from "#/state/changes/change-email.ts";
import { warn } from "#/state/changes/toasts.ts";

/** Passes in the code that changes messages, which is loaded after the first paint, or on first use. */
export function withChanges(use: (lent: typeof changes) => void): void {
  import("#/state/changes/change-email.ts").then(use, () => warn(texts.changeFailed));
}
