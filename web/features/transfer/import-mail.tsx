import type { MailImport } from "@inlet/contract/mail/transfer.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useRef, useState } from "react";
import { call } from "#/api/client.ts";
import { importsQuery, queryKeys } from "#/api/queries.ts";
import { uploadImport } from "#/api/upload-import.ts";
import { transferTexts } from "#/features/transfer/transfer-texts.ts";
import { cn } from "#/lib/class-names.ts";
import { sentenceOf } from "#/lib/sentence-of.ts";
import { useAccounts } from "#/state/view/active-account.ts";
import { Button } from "#/ui/button.tsx";
import { FormError } from "#/ui/form/form-error.tsx";
import { IconButton } from "#/ui/icon-button.tsx";
import { Select } from "#/ui/form/select.tsx";
import { SettingCard, SettingRow } from "#/ui/settings/setting-card.tsx";

const words = transferTexts.import;

/** Imports mail from a file, and shows the progress. */
export function ImportMail() {
  const client = useQueryClient();
  const { accounts = [], active } = useAccounts();
  const { data: imports = [] } = useQuery(importsQuery);
  const [accountId, setAccountId] = useState<string | null>(null);
  const [share, setShare] = useState<number | null>(null);
  const [error, setError] = useState("");
  const input = useRef<HTMLInputElement>(null);
  const chosen = accountId ?? active?.id ?? accounts[0]?.id;
  if (!chosen) return null;

  const send = async (file: File) => {
    setError("");
    setShare(0);
    try {
      await uploadImport(file, { accountId: chosen, onProgress: setShare });
      await client.invalidateQueries({ queryKey: queryKeys.imports });
    } catch (failure) {
      setError(sentenceOf(failure, words.failed));
    } finally {
      setShare(null);
      if (input.current) input.current.value = "";
    }
  };
  const remove = async (id: string) => {
    setError("");
    try {
      await call("DELETE /email/imports/{id}", { id });
    } catch (failure) {
      setError(sentenceOf(failure, words.failed));
    }
    await client.invalidateQueries({ queryKey: queryKeys.imports });
  };
  return (
    <SettingCard
      title={words.title}
      hint={words.hint}
      actions={
        <Button disabled={share !== null} onClick={() => input.current?.click()}>
          {share === null ? words.choose : words.sending(`${Math.round(share * 100)} %`)}
        </Button>
      }
    >
      {error && (
        <div className="px-4 py-3">
          <FormError>{error}</FormError>
        </div>
      )}
      {accounts.length > 1 && (
        <SettingRow label={words.into}>
          {(control) => (
            <Select
              {...control}
              className="w-64 max-w-full"
              value={chosen}
              onChange={({ target }) => setAccountId(target.value)}
            >
              {accounts.map(({ id, account_mail: address }) => (
                <option key={id} value={id}>
                  {address}
                </option>
              ))}
            </Select>
          )}
        </SettingRow>
      )}
      <input
        ref={input}
        type="file"
        hidden
        aria-label={words.choose}
        accept=".mbox,.mbx,.eml,.zip,.tar,.tgz,.gz,application/mbox"
        onChange={({ target }) => target.files?.[0] && void send(target.files[0])}
      />
      {imports.length > 0 && (
        <ul className="divide-y divide-line">
          {imports.map((one) => (
            <li key={one.id} className="flex items-center gap-3 px-4 py-2.5">
              <div className="min-w-0 flex-1">
                <p className="truncate text-control font-medium">
                  <bdi>{one.filename}</bdi>
                </p>
                <p
                  className={cn(
                    "text-label tabular",
                    one.state === "failed" ? "text-danger" : "text-ink-3",
                  )}
                >
                  {stateOf(one)}
                </p>
              </div>
              <IconButton
                label={
                  one.state === "running" ? words.stop(one.filename) : words.dismiss(one.filename)
                }
                icon={<X size={16} strokeWidth={1.75} aria-hidden="true" />}
                onClick={() => void remove(one.id)}
              />
            </li>
          ))}
        </ul>
      )}
    </SettingCard>
  );
}

function stateOf(one: MailImport): string {
  const counts = words.counts(one.imported, one.skipped, one.refused);
  switch (one.state) {
    case "running":
      return words.running(counts);
    case "done":
      return words.done(counts);
    case "cancelled":
      return words.cancelled(counts);
    case "failed":
      return one.error ?? counts;
  }
}
