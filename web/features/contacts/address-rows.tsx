import { Plus, X } from "lucide-react";
import { useEffect, useId, useRef } from "react";
import { contactTexts as words } from "#/features/contacts/contact-texts.ts";
import { Button } from "#/ui/button.tsx";
import { IconButton } from "#/ui/icon-button.tsx";
import { Input } from "#/ui/form/input.tsx";

/** An address in the form; the id stays while it is written. */
export interface WrittenAddress {
  id: number;
  address: string;
}

/** Returns a row for each address, or an empty one. */
export function rowsOf(addresses: readonly string[]): WrittenAddress[] {
  return (addresses.length > 0 ? addresses : [""]).map((address, id) => ({ id, address }));
}

/** Returns the addresses that are written; a row may hold several that were pasted. */
export function addressesOf(rows: readonly WrittenAddress[]): string[] {
  return rows.flatMap(({ address }) => address.split(/[\s,;]+/)).filter(Boolean);
}

/** The addresses of a contact, each in a row of its own. */
export function AddressRows(props: {
  rows: readonly WrittenAddress[];
  onChange: (rows: WrittenAddress[]) => void;
}) {
  const { rows, onChange } = props;
  const hintId = useId();
  const list = useRef<HTMLUListElement>(null);
  const count = useRef(rows.length);
  useEffect(() => {
    // A row that was added is written in next; after one was removed, the focus stays in the list.
    if (count.current !== rows.length)
      list.current?.querySelector<HTMLElement>("li:last-child input")?.focus();
    count.current = rows.length;
  }, [rows.length]);
  return (
    <fieldset aria-describedby={hintId} className="min-w-0">
      <legend className="mb-1.5 text-control font-medium text-ink-2">{words.addresses}</legend>
      <ul ref={list} className="flex flex-col gap-2">
        {rows.map(({ id, address }, at) => (
          <li key={id} className="flex items-center gap-1">
            <Input
              aria-label={words.addressAt(at + 1)}
              inputMode="email"
              autoCapitalize="none"
              autoComplete="off"
              spellCheck={false}
              dir="ltr"
              className="text-ellipsis"
              value={address}
              onChange={({ target }) =>
                onChange(rows.map((row) => (row.id === id ? { id, address: target.value } : row)))
              }
            />
            {rows.length > 1 && (
              <IconButton
                label={address ? words.removeAddress(address) : words.removeEmptyAddress}
                icon={<X size={16} strokeWidth={1.75} aria-hidden="true" />}
                onClick={() => onChange(rows.filter((row) => row.id !== id))}
              />
            )}
          </li>
        ))}
      </ul>
      <div className="mt-1 flex flex-wrap items-center justify-between gap-x-3">
        <p id={hintId} className="text-label text-ink-3">
          {words.addressesHint}
        </p>
        <Button
          tone="quiet"
          onClick={() =>
            onChange([...rows, { id: Math.max(...rows.map(({ id }) => id)) + 1, address: "" }])
          }
        >
          <Plus size={16} strokeWidth={1.75} aria-hidden="true" />
          {words.addAddress}
        </Button>
      </div>
    </fieldset>
  );
}
