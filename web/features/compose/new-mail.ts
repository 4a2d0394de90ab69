import { compose } from "#/features/compose/composer.ts";
import { newDraft } from "#/features/compose/draft.ts";

/** Begins a mail to somebody, or to whoever is still to be chosen. */
export function writeTo(recipient: string, subject = "", content = ""): void {
  compose(newDraft({ to: recipient, subject, content }));
}
