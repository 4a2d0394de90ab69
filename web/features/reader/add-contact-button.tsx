import { useQuery, useQueryClient } from "@tanstack/react-query";
import { UserCheck, UserPlus } from "lucide-react";
import { call } from "#/api/client.ts";
import { contactsAtQuery, contactsKey } from "#/api/contact-queries.ts";
import { addContactTexts as words } from "#/features/reader/add-contact-texts.ts";
import { newId } from "#/lib/new-id.ts";
import { sentenceOf } from "#/lib/sentence-of.ts";
import { notify, warn } from "#/state/changes/toasts.ts";
import { notifyUndoable } from "#/state/changes/undo.ts";
import { Button } from "#/ui/button.tsx";

const icon = { size: 16, strokeWidth: 1.75, "aria-hidden": true } as const;

/** Adds a sender to the address book, or shows that it contains them. */
export function AddContactButton(props: { name: string; address: string }) {
  const { address } = props;
  const name = props.name === address ? "" : props.name;
  const client = useQueryClient();
  const { data: known } = useQuery(contactsAtQuery(address));
  const attempt = async (work: () => Promise<unknown>, onDone: () => void) => {
    try {
      await work();
      onDone();
    } catch (error) {
      warn(sentenceOf(error, words.failed));
    } finally {
      await client.invalidateQueries({ queryKey: contactsKey });
    }
  };
  const add = () => {
    const id = newId();
    const takeOut = () =>
      attempt(
        () => call("DELETE /contacts/{id}", { id }),
        () => notify(words.undone(name || address)),
      );
    const contact = { id, name, organization: "", notes: "", addresses: [address] };
    return attempt(
      () => call("PUT /contacts/{id}", contact),
      () => notifyUndoable(words.done(name || address), () => void takeOut()),
    );
  };
  if (!known) return null;
  if (known.length > 0) {
    return (
      <p className="flex items-center gap-2 text-control text-ink-3">
        <UserCheck {...icon} />
        {words.known}
      </p>
    );
  }
  return (
    <Button tone="quiet" onClick={() => void add()} className="-ms-2">
      <UserPlus {...icon} />
      {words.add}
    </Button>
  );
}
