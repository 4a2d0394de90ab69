import { compose } from "#/features/compose/drafts/composer.ts";
import { newDraft } from "#/features/compose/drafts/draft.ts";

/** Begins a message to the recipient, or to one still to be chosen. */
export function writeTo(recipient: string, subject = "", content = ""): void {
  compose(newDraft({ to: recipient, subject, content }));
}
