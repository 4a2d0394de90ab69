import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Mail, Pencil } from "lucide-react";
import type { ReactNode } from "react";
import type { Contact, ContactGroup } from "#/api/contact-queries.ts";
import { searchQuery } from "#/api/queries.ts";
import { contactTexts as words } from "#/features/contacts/contact-texts.ts";
import { fullDate, rowDate } from "#/lib/dates.ts";
import { useNow } from "#/lib/use-now.ts";
import { Avatar } from "#/ui/avatar.tsx";
import { Badge } from "#/ui/badge.tsx";
import { Button } from "#/ui/button.tsx";
import { IconButton } from "#/ui/icon-button.tsx";

const icon = { size: 16, strokeWidth: 1.75, "aria-hidden": true } as const;
const maxEmails = 5;
/** Addresses of one contact that the search looks for; more make it slow. */
const maxAddresses = 4;

/** A contact with its addresses, its notes, and the last emails from and to it. */
export function ContactDetail(props: {
  contact: Contact;
  groups: readonly ContactGroup[];
  onEdit: () => void;
  onWrite: (name: string, address: string) => void;
}) {
  const { contact, onWrite } = props;
  const [first] = contact.addresses;
  const name = contact.name || (first ?? "");
  const groups = props.groups.filter(({ id }) => contact.groupIds.includes(id));
  return (
    <article aria-label={words.chosen} className="flex flex-col gap-6">
      <header className="flex flex-wrap items-center gap-4">
        <Avatar name={name} className="size-14 text-title" />
        <div className="min-w-0 flex-1 basis-40">
          <h2 className="text-title font-semibold tracking-[-0.02em] wrap-anywhere">
            <bdi>{name}</bdi>
          </h2>
          {contact.organization && (
            <p className="text-control wrap-anywhere text-ink-3">
              <bdi>{contact.organization}</bdi>
            </p>
          )}
        </div>
        <div className="flex gap-2">
          {first && (
            <Button tone="primary" onClick={() => onWrite(contact.name, first)}>
              <Mail {...icon} />
              {words.writeShort}
            </Button>
          )}
          <Button onClick={props.onEdit}>
            <Pencil {...icon} />
            {words.edit}
          </Button>
        </div>
      </header>
      {groups.length > 0 && (
        <ul aria-label={words.groups} className="flex flex-wrap gap-1.5">
          {groups.map((group) => (
            <li key={group.id}>
              <Badge>
                <bdi>{group.name}</bdi>
              </Badge>
            </li>
          ))}
        </ul>
      )}
      {contact.addresses.length > 0 && (
        <Part title={words.addresses}>
          <ul className={listStyle}>
            {contact.addresses.map((address) => (
              <li key={address} className="flex min-h-11 items-center gap-3 px-4 py-1">
                <bdi dir="ltr" className="min-w-0 flex-1 text-control wrap-anywhere">
                  {address.replace(/@.*/, "")}
                  <wbr />
                  {address.replace(/[^@]*/, "")}
                </bdi>
                <IconButton
                  label={words.write(address)}
                  icon={<Mail {...icon} />}
                  onClick={() => onWrite(contact.name, address)}
                />
              </li>
            ))}
          </ul>
        </Part>
      )}
      {contact.notes && (
        <Part title={words.notes}>
          <p className="text-control wrap-anywhere whitespace-pre-line text-ink-2">
            {contact.notes}
          </p>
        </Part>
      )}
      {contact.addresses.length > 0 && <LastEmails addresses={contact.addresses} />}
    </article>
  );
}

const listStyle = "divide-y divide-line overflow-hidden rounded-card border border-line bg-surface";

function Part(props: { title: string; beside?: ReactNode; children: ReactNode }) {
  return (
    <section>
      <div className="mb-2 flex items-baseline justify-between gap-3">
        <h3 className="text-control font-medium text-ink-2">{props.title}</h3>
        {props.beside}
      </div>
      {props.children}
    </section>
  );
}

function LastEmails({ addresses }: { addresses: readonly string[] }) {
  const now = useNow();
  const asked = addresses.slice(0, maxAddresses).map((address) => `with:${address}`);
  const q = asked.join(" OR ");
  const { data, error } = useQuery(searchQuery(q));
  const emails = data?.results.slice(0, maxEmails);
  return (
    <Part
      title={words.lastEmails}
      beside={
        emails &&
        emails.length > 0 && (
          <Link
            to="/app/search"
            search={{ q }}
            className="text-control font-medium text-accent-ink underline-offset-2 hover:underline"
          >
            {words.allEmails}
          </Link>
        )
      }
    >
      {emails && emails.length > 0 && (
        <ul aria-label={words.lastEmails} className={listStyle}>
          {emails.map(({ id, subject, emailDate }) => (
            <li key={id}>
              <Link
                to="/app"
                search={{ email: id }}
                className="flex min-h-11 items-center gap-3 px-4 py-1 hover:bg-hover focus-visible:outline-offset-[-2px]"
              >
                <bdi className="min-w-0 flex-1 truncate text-control">
                  {subject.trim() || words.noSubject}
                </bdi>
                <time
                  dateTime={emailDate}
                  title={fullDate(emailDate)}
                  className="shrink-0 text-label text-ink-3 tabular"
                >
                  {rowDate(emailDate, now)}
                </time>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {emails?.length === 0 && <p className="text-control text-ink-3">{words.noEmails}</p>}
      {!emails && error && (
        <p role="alert" className="text-control text-danger">
          {words.emailsFailed}
        </p>
      )}
    </Part>
  );
}
