import { compose } from "#/features/compose/composer.ts";
import { newDraft } from "#/features/compose/draft.ts";

/** Begins a message to the recipient, or to one still to be chosen. */
export function writeTo(recipient: string, subject = "", content = ""): void {
  compose(newDraft({ to: recipient, subject, content }));
}
