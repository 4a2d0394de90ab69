import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { foldersQuery } from "#/api/queries.ts";
import { startExport } from "#/features/transfer/start-export.ts";
import { transferTexts } from "#/features/transfer/transfer-texts.ts";
import { sentenceOf } from "#/lib/sentence-of.ts";
import { texts } from "#/texts/shared/app-texts.ts";
import { useAccounts } from "#/state/view/active-account.ts";
import { Button } from "#/ui/button.tsx";
import { FormError } from "#/ui/form/form-error.tsx";
import { Select } from "#/ui/form/select.tsx";
import { SettingCard, SettingRow } from "#/ui/settings/setting-card.tsx";

const words = transferTexts.export;
const roles = ["inbox", "sent", "archive", "drafts", "spam", "trash"] as const;

/** Exports a folder as one mbox file. */
export function ExportMail() {
  const { accounts = [] } = useAccounts();
  const { data } = useQuery(foldersQuery(null));
  const [folder, setFolder] = useState("inbox");
  const [error, setError] = useState("");
  const start = async () => {
    setError("");
    try {
      await startExport({ folder });
    } catch (failure) {
      setError(sentenceOf(failure, words.failed));
    }
  };
  const addressOf = (accountId: string) =>
    accounts.find(({ id }) => id === accountId)?.account_mail ?? "";
  return (
    <SettingCard
      title={words.title}
      hint={words.hint}
      actions={<Button onClick={() => void start()}>{words.start}</Button>}
    >
      {error && (
        <div className="px-4 py-3">
          <FormError>{error}</FormError>
        </div>
      )}
      <SettingRow label={words.folder}>
        {(control) => (
          <Select
            {...control}
            className="w-64 max-w-full"
            value={folder}
            onChange={({ target }) => setFolder(target.value)}
          >
            {roles.map((role) => (
              <option key={role} value={role}>
                {words.all(texts.folders[role])}
              </option>
            ))}
            {data?.folders.map(({ id, name, accountId }) => (
              <option key={id} value={id}>
                {name} · {addressOf(accountId)}
              </option>
            ))}
          </Select>
        )}
      </SettingRow>
    </SettingCard>
  );
}
