import { texts } from "#/lib/texts.ts";
import type * as changes from "#/state/change-email.ts";
import { warn } from "#/state/toasts.ts";

/** Lends what changes mails, which is fetched after the first paint, or when it is first needed. */
export function withChanges(use: (lent: typeof changes) => void): void {
  import("#/state/change-email.ts").then(use, () => warn(texts.changeFailed));
}
