import { limits } from "@inlet/contract/limits.ts";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useCanGoBack, useLocation, useRouter } from "@tanstack/react-router";
import { ArrowLeft, Plus } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { call } from "#/api/client.ts";
import {
  type Contact,
  type ContactGroup,
  contactGroupsQuery,
  contactsQuery,
} from "#/api/contact-queries.ts";
import { ContactDialog } from "#/features/contacts/contact-dialog.tsx";
import { ContactDetail } from "#/features/contacts/contact-detail.tsx";
import { contactTexts as words } from "#/features/contacts/contact-texts.ts";
import { ContactFiles } from "#/features/contacts/file-menu.tsx";
import { FoundContacts } from "#/features/contacts/found-contacts.tsx";
import { GroupBar } from "#/features/contacts/group-bar.tsx";
import { GroupDialog } from "#/features/contacts/group-dialog.tsx";
import { useContactChanges } from "#/features/contacts/use-contact-changes.ts";
import { pageTexts } from "#/texts/shared/page-texts.ts";
import { texts } from "#/texts/shared/app-texts.ts";
import { cn } from "#/lib/class-names.ts";
import { useDebounced } from "#/lib/use-debounced.ts";
import { useMedia } from "#/lib/use-media.ts";
import { notify } from "#/state/changes/toasts.ts";
import { useBackToList } from "#/state/view/use-back-to-list.ts";
import { Button } from "#/ui/button.tsx";
import { EmptyState } from "#/ui/empty-state.tsx";
import { IconButton } from "#/ui/icon-button.tsx";
import { Input } from "#/ui/form/input.tsx";

const debounceMs = 150;

/** The dialog open over the page; it starts from scratch each time. */
type Open =
  | { kind: "contact"; round: number; contact: Contact | null }
  | { kind: "group"; round: number; group: ContactGroup | null };

/** The address book, most frequent recipients first, with groups; the details of one contact beside it or, on a narrow screen, in its place. */
export function ContactsPage(props: { onWrite: (name: string, address: string) => void }) {
  const isWide = useMedia(`(min-width: ${limits.twoPaneBreakpointPx}px)`);
  const [typed, setTyped] = useState("");
  const [groupId, setGroupId] = useState<string | null>(null);
  const [open, setOpen] = useState<Open | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [shown, setShown] = useState<Contact | null>(null);
  const router = useRouter();
  const isAfterList = useLocation({ select: ({ state }) => state.hasListBefore === true });
  const query = useDebounced(typed.trim(), debounceMs);
  const { data: groups = [] } = useQuery(contactGroupsQuery);
  const chosen = groups.find(({ id }) => id === groupId) ?? null;
  const list = useInfiniteQuery(contactsQuery({ query, groupId: chosen?.id ?? null }));
  const contacts = list.data?.pages.flatMap((page) => page.contacts);
  // The list has the latest data; a contact that it no longer includes stays as it was saved last.
  const detailed = shown && (contacts?.find(({ id }) => id === shown.id) ?? shown);
  const isAlone = !isWide && isAfterList && detailed !== null;
  const { attempt, refresh, remove } = useContactChanges();
  const toList = useBackToList();
  const show = (contact: Contact) => {
    setShown(contact);
    if (!isWide) void router.navigate({ to: "/app/contacts", state: { hasListBefore: true } });
  };
  const leave = () => {
    if (isAlone) toList(() => undefined);
  };
  const round = (open?.round ?? 0) + 1;
  const edit = (contact: Contact | null) => {
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
  return (
    <div className="flex h-full">
      <title>{`${words.title} · ${pageTexts.product}`}</title>
      <div
        hidden={isAlone}
        className={cn("h-full overflow-y-auto", isWide ? "w-2/5 max-w-120 min-w-80" : "flex-1")}
      >
        <div
          className={cn("px-4 pt-4 pb-24", isWide ? "ps-6" : "mx-auto max-w-180 sm:px-8 sm:pt-8")}
        >
          <Head
            attempt={attempt}
            canExport={contacts !== undefined && contacts.length > 0}
            isShort={isWide}
            onAdd={() => edit(null)}
          />
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
          <FoundContacts
            contacts={contacts}
            isFailed={list.isError}
            limitedTo={query !== "" ? "query" : chosen ? "group" : "nothing"}
            chosenId={isWide && detailed ? detailed.id : null}
            onOpen={show}
            onWrite={props.onWrite}
            onRetry={() => void list.refetch()}
            more={
              list.hasNextPage
                ? { isBusy: list.isFetchingNextPage, onMore: () => void list.fetchNextPage() }
                : null
            }
          />
        </div>
      </div>
      {(isWide || isAlone) && (
        <div
          className={cn("h-full min-w-0 flex-1 overflow-y-auto", isWide && "border-s border-line")}
        >
          {detailed ? (
            <div className="mx-auto max-w-180 px-4 pt-4 pb-24 sm:px-8 sm:pt-8">
              {isAlone && <BackToList onBack={leave} />}
              <ContactDetail
                contact={detailed}
                groups={groups}
                onEdit={() => edit(detailed)}
                onWrite={props.onWrite}
              />
            </div>
          ) : (
            contacts !== undefined &&
            contacts.length > 0 && (
              <EmptyState title={words.noneChosen} hint={words.noneChosenHint} />
            )
          )}
        </div>
      )}
      {open?.kind === "contact" && (
        <ContactDialog
          key={open.round}
          isOpen={isOpen}
          contact={open.contact}
          groups={groups}
          groupId={chosen?.id ?? null}
          onClose={() => setIsOpen(false)}
          onSaved={(saved) => {
            if (saved.id === shown?.id) setShown(saved);
            return refresh();
          }}
          onRemove={(contact) => {
            setIsOpen(false);
            leave();
            setShown(null);
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

function Head(props: {
  attempt: ReturnType<typeof useContactChanges>["attempt"];
  canExport: boolean;
  /** True if there is no space for the name of the button. */
  isShort: boolean;
  onAdd: () => void;
}) {
  const router = useRouter();
  const canGoBack = useCanGoBack();
  const goBack = () => {
    if (canGoBack) router.history.back();
    else void router.navigate({ to: "/app" });
  };
  return (
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
      <ContactFiles attempt={props.attempt} canExport={props.canExport} />
      <Button tone="primary" onClick={props.onAdd}>
        <Plus size={16} strokeWidth={1.75} aria-hidden="true" />
        <span className={props.isShort ? "sr-only" : "max-sm:sr-only"}>{words.add}</span>
      </Button>
    </div>
  );
}

/** The way from the details of a contact back to the list that they replace. */
function BackToList({ onBack }: { onBack: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  // The row that had the focus is hidden.
  useEffect(() => button.current?.focus(), []);
  return (
    <div className="mb-4 flex items-center gap-2">
      <IconButton
        ref={button}
        label={texts.back}
        icon={<ArrowLeft size={18} strokeWidth={1.75} aria-hidden="true" />}
        onClick={onBack}
        className="-ms-2"
      />
      <h1 className="text-ui font-semibold">{words.title}</h1>
    </div>
  );
}
