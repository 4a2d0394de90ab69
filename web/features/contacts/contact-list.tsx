import { Mail } from "lucide-react";
import type { Contact } from "#/api/contact-queries.ts";
import { contactTexts as words } from "#/features/contacts/contact-texts.ts";
import { cn } from "#/lib/class-names.ts";
import { Avatar } from "#/ui/avatar.tsx";
import { IconButton } from "#/ui/icon-button.tsx";

/** The contacts of a page, each with links to its page and to a new message. */
export function ContactList(props: {
  contacts: readonly Contact[];
  /** The contact whose details are shown beside the list. */
  chosenId: string | null;
  onOpen: (contact: Contact) => void;
  onWrite: (name: string, address: string) => void;
}) {
  return (
    <ul aria-label={words.list} className="-mx-3 flex flex-col">
      {props.contacts.map((contact) => (
        <ContactRow
          key={contact.id}
          contact={contact}
          isChosen={contact.id === props.chosenId}
          onOpen={() => props.onOpen(contact)}
          onWrite={props.onWrite}
        />
      ))}
    </ul>
  );
}

function ContactRow(props: {
  contact: Contact;
  isChosen: boolean;
  onOpen: () => void;
  onWrite: (name: string, address: string) => void;
}) {
  const { contact, onOpen, onWrite } = props;
  const [address] = contact.addresses;
  const name = contact.name || (address ?? "");
  const beside = [contact.name && address, contact.organization].filter(Boolean).join(" · ");
  return (
    <li
      className={cn(
        "flex items-center gap-1 rounded-control pe-1 transition-colors",
        props.isChosen ? "bg-selected" : "hover:bg-hover",
      )}
    >
      <button
        type="button"
        aria-current={props.isChosen || undefined}
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
