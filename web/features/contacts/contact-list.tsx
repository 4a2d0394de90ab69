import { Link } from "@tanstack/react-router";
import { PenLine } from "lucide-react";
import type { Contact } from "#/api/contact-queries.ts";
import { contactTexts as words } from "#/features/contacts/contact-texts.ts";
import { Avatar } from "#/ui/avatar.tsx";

/** The contacts of a page, each a way to its own and to a mail to them. */
export function ContactList(props: {
  contacts: readonly Contact[];
  onOpen: (contact: Contact) => void;
}) {
  return (
    <ul aria-label={words.list} className="-mx-3 flex flex-col">
      {props.contacts.map((contact) => (
        <ContactRow key={contact.id} contact={contact} onOpen={() => props.onOpen(contact)} />
      ))}
    </ul>
  );
}

function ContactRow({ contact, onOpen }: { contact: Contact; onOpen: () => void }) {
  const [address] = contact.addresses;
  const name = contact.name || (address ?? "");
  const beside = [contact.name && address, contact.organization].filter(Boolean).join(" · ");
  return (
    <li className="flex items-center gap-1 rounded-control pe-1 transition-colors hover:bg-hover">
      <button
        type="button"
        aria-label={words.edit(name)}
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
        <Link
          to="/app"
          search={{ compose: `mailto:${encodeURIComponent(address)}` }}
          aria-label={words.write(name)}
          title={words.write(name)}
          className="grid size-9 shrink-0 place-items-center rounded-control text-ink-3 transition-colors hover:bg-hover hover:text-ink coarse:size-11"
        >
          <PenLine size={16} strokeWidth={1.75} aria-hidden="true" />
        </Link>
      )}
    </li>
  );
}
