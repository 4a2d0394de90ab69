import { compose } from "#/features/compose/composer.ts";
import { newDraft } from "#/features/compose/draft.ts";

/** Begins a mail to somebody. */
export function writeTo(recipient: string): void {
  compose(newDraft({ to: recipient }));
}
