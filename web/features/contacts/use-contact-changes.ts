import { useQueryClient } from "@tanstack/react-query";
import { call } from "#/api/client.ts";
import { type Contact, contactsKey } from "#/api/contact-queries.ts";
import { contactTexts as words } from "#/features/contacts/contact-texts.ts";
import { sentenceOf } from "#/lib/sentence-of.ts";
import { warn } from "#/state/changes/toasts.ts";
import { notifyUndoable } from "#/state/changes/undo.ts";

/** Returns the changes to the address book. Each shows its errors and refetches the lists. */
export function useContactChanges() {
  const client = useQueryClient();
  const refresh = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: contactsKey }),
      client.invalidateQueries({ queryKey: ["recipients"] }),
    ]);
  const attempt = async (act: () => Promise<unknown>): Promise<boolean> => {
    try {
      await act();
      return true;
    } catch (error) {
      warn(sentenceOf(error, words.changeFailed));
      return false;
    } finally {
      await refresh();
    }
  };
  const remove = ({ id, name, addresses }: Contact) =>
    attempt(async () => {
      await call("DELETE /contacts/{id}", { id });
      notifyUndoable(
        words.removed(name || (addresses[0] ?? "")),
        () => void attempt(() => call("POST /contacts/{id}/restore", { id })),
      );
    });
  return { attempt, refresh, remove };
}
