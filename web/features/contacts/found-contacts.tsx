import type { Contact } from "#/api/contact-queries.ts";
import { ContactList } from "#/features/contacts/contact-list.tsx";
import { contactTexts as words } from "#/features/contacts/contact-texts.ts";
import { Button } from "#/ui/button.tsx";
import { EmptyState } from "#/ui/empty-state.tsx";
import { ErrorState } from "#/ui/error-state.tsx";
import { Skeleton } from "#/ui/skeleton.tsx";

/** The contacts that were asked for, a placeholder while they load, or the reason why there are none. */
export function FoundContacts(props: {
  /** Undefined while they are loading. */
  contacts: readonly Contact[] | undefined;
  isFailed: boolean;
  /** The choice that limits the list. */
  limitedTo: "nothing" | "group" | "query";
  chosenId: string | null;
  onOpen: (contact: Contact) => void;
  onWrite: (name: string, address: string) => void;
  onRetry: () => void;
  more: { isBusy: boolean; onMore: () => void } | null;
}) {
  const { contacts, more } = props;
  if (!contacts) return props.isFailed ? <Problem onRetry={props.onRetry} /> : <Pending />;
  return (
    <>
      {contacts.length > 0 ? (
        <ContactList
          contacts={contacts}
          chosenId={props.chosenId}
          onOpen={props.onOpen}
          onWrite={props.onWrite}
        />
      ) : (
        <EmptyState {...empty[props.limitedTo]} className="h-auto py-10" />
      )}
      {more && (
        <Button className="mt-4" isBusy={more.isBusy} disabled={more.isBusy} onClick={more.onMore}>
          {words.more}
        </Button>
      )}
    </>
  );
}

const empty = {
  nothing: { title: words.empty, hint: words.emptyHint },
  group: { title: words.emptyGroup, hint: words.emptyGroupHint },
  query: { title: words.noneFound, hint: words.noneHint },
} as const;

function Problem({ onRetry }: { onRetry: () => void }) {
  return <ErrorState title={words.failed} message="" retryLabel={words.retry} onRetry={onRetry} />;
}

function Pending() {
  return (
    <div role="status" aria-busy="true" className="flex flex-col gap-4">
      <span className="sr-only">{words.pending}</span>
      {["w-11/12", "w-full", "w-2/3"].map((width) => (
        <Skeleton key={width} className={`h-3.5 ${width}`} />
      ))}
    </div>
  );
}
