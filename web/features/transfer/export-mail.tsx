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
import { SettingCard } from "#/ui/settings/setting-card.tsx";

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
    <SettingCard title={words.title} hint={words.hint}>
      {error && (
        <div className="px-4 py-3">
          <FormError>{error}</FormError>
        </div>
      )}
      <div className="flex flex-wrap items-end justify-between gap-3 px-4 py-3">
        <label className="flex min-w-0 flex-col gap-1 text-label text-ink-3">
          {words.folder}
          <Select value={folder} onChange={({ target }) => setFolder(target.value)}>
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
        </label>
        <Button size="large" onClick={() => void start()}>
          {words.start}
        </Button>
      </div>
    </SettingCard>
  );
}
