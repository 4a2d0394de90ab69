import { Mail } from "lucide-react";
import type { Contact } from "#/api/contact-queries.ts";
import { contactTexts as words } from "#/features/contacts/contact-texts.ts";
import { Avatar } from "#/ui/avatar.tsx";
import { IconButton } from "#/ui/icon-button.tsx";

/** The contacts of a page, each with links to its page and to a new message. */
export function ContactList(props: {
  contacts: readonly Contact[];
  onOpen: (contact: Contact) => void;
  onWrite: (name: string, address: string) => void;
}) {
  return (
    <ul aria-label={words.list} className="-mx-3 flex flex-col">
      {props.contacts.map((contact) => (
        <ContactRow
          key={contact.id}
          contact={contact}
          onOpen={() => props.onOpen(contact)}
          onWrite={props.onWrite}
        />
      ))}
    </ul>
  );
}

function ContactRow(props: {
  contact: Contact;
  onOpen: () => void;
  onWrite: (name: string, address: string) => void;
}) {
  const { contact, onOpen, onWrite } = props;
  const [address] = contact.addresses;
  const name = contact.name || (address ?? "");
  const beside = [contact.name && address, contact.organization].filter(Boolean).join(" · ");
  return (
    <li className="flex items-center gap-1 rounded-control pe-1 transition-colors hover:bg-hover">
      <button
        type="button"
        onClick={onOpen}
        className="flex min-h-14 min-w-0 flex-1 items-center gap-3 rounded-control px-3 text-start focus-visible:-outline-offset-2"
      >
        <Avatar name={name} size="row" />
        <span className="min-w-0 flex-1">
          <bdi className="block truncate text-ui font-medium text-ink">{name}</bdi>
          {beside && <bdi className="block truncate text-control text-ink-3">{beside}</bdi>}
        </span>
      </button>
      {address && (
        <IconButton
          label={words.write(name)}
          icon={<Mail size={16} strokeWidth={1.75} aria-hidden="true" />}
          onClick={() => onWrite(contact.name, address)}
        />
      )}
    </li>
  );
}
