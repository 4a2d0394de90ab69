import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useCanGoBack, useRouter } from "@tanstack/react-router";
import { ArrowLeft, Plus } from "lucide-react";
import { useState } from "react";
import { call } from "#/api/client.ts";
import {
  type Contact,
  type ContactGroup,
  contactGroupsQuery,
  contactsQuery,
} from "#/api/contact-queries.ts";
import { ContactDialog } from "#/features/contacts/contact-dialog.tsx";
import { ContactList } from "#/features/contacts/contact-list.tsx";
import { contactTexts as words } from "#/features/contacts/contact-texts.ts";
import { ContactFiles } from "#/features/contacts/file-menu.tsx";
import { GroupBar } from "#/features/contacts/group-bar.tsx";
import { GroupDialog } from "#/features/contacts/group-dialog.tsx";
import { useContactChanges } from "#/features/contacts/use-contact-changes.ts";
import { pageTexts } from "#/texts/shared/page-texts.ts";
import { texts } from "#/texts/shared/app-texts.ts";
import { useDebounced } from "#/lib/use-debounced.ts";
import { notify } from "#/state/changes/toasts.ts";
import { Button } from "#/ui/button.tsx";
import { EmptyState } from "#/ui/empty-state.tsx";
import { ErrorState } from "#/ui/error-state.tsx";
import { IconButton } from "#/ui/icon-button.tsx";
import { Input } from "#/ui/form/input.tsx";
import { Skeleton } from "#/ui/skeleton.tsx";

const debounceMs = 150;

/** The dialog open over the page; it starts from scratch each time. */
type Open =
  | { kind: "contact"; round: number; contact: Contact | null }
  | { kind: "group"; round: number; group: ContactGroup | null };

/** The address book, most frequent recipients first, with groups. */
export function ContactsPage(props: { onWrite: (name: string, address: string) => void }) {
  const router = useRouter();
  const canGoBack = useCanGoBack();
  const [typed, setTyped] = useState("");
  const [groupId, setGroupId] = useState<string | null>(null);
  const [open, setOpen] = useState<Open | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const query = useDebounced(typed.trim(), debounceMs);
  const { data: groups = [] } = useQuery(contactGroupsQuery);
  const chosen = groups.find(({ id }) => id === groupId) ?? null;
  const list = useInfiniteQuery(contactsQuery({ query, groupId: chosen?.id ?? null }));
  const contacts = list.data?.pages.flatMap((page) => page.contacts) ?? [];
  const { attempt, refresh, remove } = useContactChanges();
  const round = (open?.round ?? 0) + 1;
  const openContact = (contact: Contact | null) => {
    setOpen({ kind: "contact", round, contact });
    setIsOpen(true);
  };
  const openGroup = (group: ContactGroup | null) => {
    setOpen({ kind: "group", round, group });
    setIsOpen(true);
  };
  const removeGroup = ({ id, name }: ContactGroup) =>
    attempt(async () => {
      await call("DELETE /contact-groups/{id}", { id });
      setGroupId(null);
      notify(words.groupRemoved(name));
    });
  const goBack = () => {
    if (canGoBack) router.history.back();
    else void router.navigate({ to: "/app" });
  };
  const isUnfiltered = query === "" && chosen === null;
  return (
    <div className="h-full overflow-y-auto">
      <title>{`${words.title} · ${pageTexts.product}`}</title>
      <div className="mx-auto max-w-180 px-4 pt-4 pb-24 sm:px-8 sm:pt-8">
        <div className="mb-4 flex items-center gap-2">
          <IconButton
            label={texts.back}
            icon={<ArrowLeft size={18} strokeWidth={1.75} aria-hidden="true" />}
            onClick={goBack}
            className="-ms-2"
          />
          <h1 className="me-auto min-w-0 truncate text-title font-semibold tracking-[-0.02em]">
            {words.title}
          </h1>
          <ContactFiles attempt={attempt} canExport={contacts.length > 0} />
          <Button tone="primary" onClick={() => openContact(null)}>
            <Plus size={16} strokeWidth={1.75} aria-hidden="true" />
            <span className="max-sm:sr-only">{words.add}</span>
          </Button>
        </div>
        <Input
          type="search"
          aria-label={words.search}
          placeholder={words.search}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          className="mb-3 w-full"
        />
        <div className="mb-3">
          <GroupBar
            groups={groups}
            chosen={chosen}
            onChoose={setGroupId}
            onAdd={() => openGroup(null)}
            onRename={openGroup}
            onRemove={(group) => void removeGroup(group)}
          />
        </div>
        {list.data ? (
          contacts.length > 0 ? (
            <ContactList contacts={contacts} onOpen={openContact} onWrite={props.onWrite} />
          ) : isUnfiltered ? (
            <EmptyState title={words.empty} hint={words.emptyHint} className="h-auto py-10" />
          ) : query === "" ? (
            <EmptyState
              title={words.emptyGroup}
              hint={words.emptyGroupHint}
              className="h-auto py-10"
            />
          ) : (
            <EmptyState title={words.noneFound} hint={words.noneHint} className="h-auto py-10" />
          )
        ) : list.isError ? (
          <ErrorState
            title={words.failed}
            message=""
            retryLabel={words.retry}
            onRetry={() => void list.refetch()}
          />
        ) : (
          <div role="status" aria-busy="true" className="flex flex-col gap-4">
            <span className="sr-only">{words.pending}</span>
            {["w-11/12", "w-full", "w-2/3"].map((width) => (
              <Skeleton key={width} className={`h-3.5 ${width}`} />
            ))}
          </div>
        )}
        {list.hasNextPage && (
          <Button
            className="mt-4"
            isBusy={list.isFetchingNextPage}
            disabled={list.isFetchingNextPage}
            onClick={() => void list.fetchNextPage()}
          >
            {words.more}
          </Button>
        )}
      </div>
      {open?.kind === "contact" && (
        <ContactDialog
          key={open.round}
          isOpen={isOpen}
          contact={open.contact}
          groups={groups}
          groupId={chosen?.id ?? null}
          onClose={() => setIsOpen(false)}
          onSaved={refresh}
          onRemove={(contact) => {
            setIsOpen(false);
            void remove(contact);
          }}
        />
      )}
      {open?.kind === "group" && (
        <GroupDialog
          key={open.round}
          isOpen={isOpen}
          group={open.group}
          onClose={() => setIsOpen(false)}
          onSaved={async (id) => {
            await refresh();
            setGroupId(id);
          }}
        />
      )}
    </div>
  );
}
