import { compose } from "#/features/compose/composer.ts";
import { newDraft } from "#/features/compose/draft.ts";

/** Begins a mail to somebody. */
export function writeTo(recipient: string, subject = ""): void {
  compose(newDraft({ to: recipient, subject }));
}
