import { useQueries } from "@tanstack/react-query";
import { recipientsQuery } from "#/api/writing-queries.ts";
import { splitAddresses } from "#/features/compose/recipients/addresses.ts";
import { composeTexts } from "#/features/compose/compose-texts.ts";
import type { Draft } from "#/features/compose/drafts/draft.ts";
import type { Sender } from "#/features/compose/recipients/use-senders.ts";
import { useDebounced } from "#/lib/use-debounced.ts";

/** Maximum number of recipients to check: a message may have a hundred. */
const maxAsked = 5;
const debounceMs = 400;

/** Hints that these recipients usually get mail from another of the user's addresses, and offers that address. */
export function SenderGuard(props: {
  draft: Draft;
  senders: readonly Sender[];
  sender: Sender | null;
  onSender: (sender: Sender) => void;
}) {
  const { senders, sender } = props;
  const areSeveral = new Set(senders.map(({ accountId }) => accountId)).size > 1;
  const to = useDebounced(areSeveral ? props.draft.to : "", debounceMs);
  const asked = splitAddresses(to)
    .filter(({ isValid }) => isValid)
    .slice(0, maxAsked);
  const answers = useQueries({ queries: asked.map(({ address }) => recipientsQuery(address)) });
  for (const [at, { address }] of asked.entries()) {
    const known = answers[at]?.data?.find(
      (currentUserId) => currentUserId.address.toLowerCase() === address.toLowerCase(),
    );
    const usual = senders.find(({ accountId }) => accountId === known?.usualAccountId);
    if (!usual || !sender || usual.accountId === sender.accountId) continue;
    return (
      <p role="status" className="flex flex-wrap items-center gap-x-1.5 pt-2 text-label text-ink-2">
        {composeTexts.guard.usual(address, usual.address)}
        <button
          type="button"
          onClick={() => props.onSender(usual)}
          className="min-h-6 rounded-control font-semibold text-accent-ink underline-offset-2 hover:underline coarse:min-h-11"
        >
          {composeTexts.guard.switch}
        </button>
      </p>
    );
  }
  return null;
}
