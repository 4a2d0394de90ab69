import { type RefObject, useId } from "react";
import { composeTexts } from "#/features/compose/compose-texts.ts";
import type { Draft } from "#/features/compose/drafts/draft.ts";
import { useChipDrop } from "#/features/compose/recipients/chip-drag.ts";
import { HeadRow, RecipientRow } from "#/features/compose/recipients/recipient-row.tsx";
import type { Sender } from "#/features/compose/recipients/use-senders.ts";
import { written } from "#/features/compose/recipients/addresses.ts";
import { SenderGuard } from "#/features/compose/send/sender-check.tsx";
import { Select } from "#/ui/form/select.tsx";

type Edit = (change: Partial<Draft>) => void;

/** Sender, recipients and subject. Cc and Bcc appear on request; hiding them empties them. */
export function ComposeHead(props: {
  draft: Draft;
  to: RefObject<HTMLInputElement | null>;
  senders: readonly Sender[];
  sender: Sender | null;
  onSender: (sender: Sender) => void;
  onEdit: Edit;
}) {
  const { draft, onEdit, senders, sender, onSender } = props;
  const subjectId = useId();
  return (
    <div>
      <FromRow senders={senders} sender={sender} onSender={onSender} />
      <RecipientRow
        label={composeTexts.to}
        value={draft.to}
        inputRef={props.to}
        onChange={(to) => onEdit({ to })}
        end={
          <span className="flex gap-1">
            {!draft.hasCc && (
              <RowLink
                label={composeTexts.cc}
                onOpen={() => onEdit({ hasCc: true })}
                onTake={(cc) => onEdit({ hasCc: true, cc })}
              />
            )}
            {!draft.hasBcc && (
              <RowLink
                label={composeTexts.bcc}
                onOpen={() => onEdit({ hasBcc: true })}
                onTake={(bcc) => onEdit({ hasBcc: true, bcc })}
              />
            )}
          </span>
        }
      />
      {draft.hasCc && (
        <RecipientRow
          label={composeTexts.cc}
          value={draft.cc}
          isFocused={draft.cc === ""}
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
          isFocused={draft.bcc === ""}
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
          className="h-11 min-w-0 flex-1 bg-transparent text-ui font-medium outline-none coarse:text-[1rem]"
        />
      </HeadRow>
      <SenderGuard draft={draft} senders={senders} sender={sender} onSender={onSender} />
    </div>
  );
}

/** Shown only if there is a choice. */
function FromRow(props: {
  senders: readonly Sender[];
  sender: Sender | null;
  onSender: (sender: Sender) => void;
}) {
  const id = useId();
  if (props.senders.length < 2) return null;
  return (
    <HeadRow label={composeTexts.from} htmlFor={id}>
      <Select
        tone="bare"
        className="flex-1"
        id={id}
        value={props.sender?.value ?? ""}
        onChange={(event) => {
          const chosen = props.senders.find(({ value }) => value === event.target.value);
          if (chosen) props.onSender(chosen);
        }}
      >
        {props.senders.map(({ value, name, address }) => (
          <option key={value} value={value}>
            {written(name, address)}
          </option>
        ))}
      </Select>
    </HeadRow>
  );
}

/** Opens a row of recipients; a recipient dropped on it opens the row too. */
function RowLink(props: { label: string; onOpen: () => void; onTake: (text: string) => void }) {
  const place = useChipDrop(useId(), props.onTake);
  return (
    <button
      type="button"
      onClick={props.onOpen}
      {...place}
      className="h-7 rounded-control px-2 text-control text-ink-3 transition-colors hover:bg-hover hover:text-ink data-over:bg-selected data-over:text-ink coarse:h-11"
    >
      {props.label}
    </button>
  );
}
