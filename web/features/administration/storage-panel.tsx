import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { storageQuery } from "#/api/admin-queries.ts";
import { adminTexts } from "#/features/administration/admin-texts.ts";
import { FigureTable, Loaded, NoRows } from "#/features/administration/parts.tsx";
import { fileSize } from "#/lib/file-size.ts";
import { SettingCard } from "#/ui/settings/setting-card.tsx";

const words = adminTexts.storage;

/** Shows the storage used by each part, and the free space. */
export function StoragePanel() {
  const asked = useQuery(storageQuery);
  return (
    <Loaded asked={asked}>
      {(usage) => (
        <>
          <SettingCard title={adminTexts.sections.storage} hint={words.hint}>
            <dl className="divide-y divide-line text-control">
              <Size label={words.database(words.engines[usage.engine])}>
                {fileSize(usage.databaseBytes)}
              </Size>
              <Size label={words.blobs(usage.blobs.files)}>{fileSize(usage.blobs.bytes)}</Size>
              <Size label={words.backups}>{fileSize(usage.backupBytes)}</Size>
              <Size label={words.free}>
                {usage.freeBytes === null || usage.totalBytes === null
                  ? adminTexts.unknown
                  : words.freeOf(fileSize(usage.freeBytes), fileSize(usage.totalBytes))}
              </Size>
            </dl>
          </SettingCard>
          <SettingCard title={words.users} hint={words.usersHint}>
            {usage.users.length === 0 ? (
              <NoRows>{words.none}</NoRows>
            ) : (
              <FigureTable
                caption={words.users}
                columns={[words.columns.who, words.columns.messages, words.columns.size]}
                rows={usage.users.map((user) => ({
                  key: user.userId,
                  cells: [
                    <bdi key="who" className="wrap-anywhere">
                      {user.userEmail}
                    </bdi>,
                    adminTexts.models.count(user.messages),
                    fileSize(user.bytes),
                  ],
                }))}
              />
            )}
          </SettingCard>
        </>
      )}
    </Loaded>
  );
}

function Size({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4 px-4 py-3">
      <dt className="text-ink-2">{label}</dt>
      <dd className="font-medium tabular">{children}</dd>
    </div>
  );
}
