import { useId } from "react";
import { composeTexts } from "#/features/compose/compose-texts.ts";
import type { Draft } from "#/features/compose/draft.ts";
import { HeadRow, RecipientRow } from "#/features/compose/recipient-row.tsx";
import { useAccounts } from "#/state/active-account.ts";

type Edit = (change: Partial<Draft>) => void;

/** Who sends, to whom, about what. Cc and Bcc appear when asked for; taking them away empties them. */
export function ComposeHead(props: { draft: Draft; accountId: string | null; onEdit: Edit }) {
  const { draft, onEdit } = props;
  const subjectId = useId();
  return (
    <div>
      <FromRow accountId={props.accountId} onEdit={onEdit} />
      <RecipientRow
        label={composeTexts.to}
        value={draft.to}
        isFocused={draft.to === ""}
        onChange={(to) => onEdit({ to })}
        end={
          <span className="flex gap-1">
            {!draft.hasCc && (
              <RowLink label={composeTexts.cc} onOpen={() => onEdit({ hasCc: true })} />
            )}
            {!draft.hasBcc && (
              <RowLink label={composeTexts.bcc} onOpen={() => onEdit({ hasBcc: true })} />
            )}
          </span>
        }
      />
      {draft.hasCc && (
        <RecipientRow
          label={composeTexts.cc}
          value={draft.cc}
          isFocused
          onChange={(cc) => onEdit({ cc })}
          remove={{
            label: composeTexts.removeCc,
            onRemove: () => onEdit({ hasCc: false, cc: "" }),
          }}
        />
      )}
      {draft.hasBcc && (
        <RecipientRow
          label={composeTexts.bcc}
          value={draft.bcc}
          isFocused
          onChange={(bcc) => onEdit({ bcc })}
          remove={{
            label: composeTexts.removeBcc,
            onRemove: () => onEdit({ hasBcc: false, bcc: "" }),
          }}
        />
      )}
      <HeadRow label={composeTexts.subject} htmlFor={subjectId}>
        <input
          id={subjectId}
          type="text"
          autoComplete="off"
          value={draft.subject}
          onChange={(event) => onEdit({ subject: event.target.value })}
          className="h-10 min-w-0 flex-1 bg-transparent text-ui font-medium outline-none coarse:text-[1rem]"
        />
      </HeadRow>
    </div>
  );
}

/** Only shown where there is a choice. */
function FromRow({ accountId, onEdit }: { accountId: string | null; onEdit: Edit }) {
  const id = useId();
  const { accounts = [] } = useAccounts();
  const senders = accounts.filter((account) => account.canSend || account.id === accountId);
  if (senders.length < 2) return null;
  return (
    <HeadRow label={composeTexts.from} htmlFor={id}>
      <select
        id={id}
        value={accountId ?? ""}
        onChange={(event) => onEdit({ accountId: event.target.value })}
        className="h-10 min-w-0 flex-1 cursor-pointer bg-transparent text-ui outline-none coarse:text-[1rem] [&>option]:bg-raised [&>option]:text-ink"
      >
        {senders.map((account) => (
          <option key={account.id} value={account.id}>
            {account.account_mail}
          </option>
        ))}
      </select>
    </HeadRow>
  );
}

function RowLink({ label, onOpen }: { label: string; onOpen: () => void }) {
  return (
    <button
      type="button"
      onClick={onOpen}
      className="h-7 rounded-control px-2 text-control text-ink-3 transition-colors hover:bg-hover hover:text-ink coarse:h-11"
    >
      {label}
    </button>
  );
}
