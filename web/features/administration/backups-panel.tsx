import type { Backup } from "@inlet/contract/admin/admin-backups.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Archive } from "lucide-react";
import { useState } from "react";
import { backupsQuery } from "#/api/admin-queries.ts";
import { call } from "#/api/client.ts";
import { adminTexts } from "#/features/administration/admin-texts.ts";
import { Loaded, NoRows, Rows } from "#/features/administration/parts.tsx";
import { fullDate } from "#/lib/dates.ts";
import { fileSize } from "#/lib/file-size.ts";
import { sentenceOf } from "#/lib/sentence-of.ts";
import { notify, warn } from "#/state/changes/toasts.ts";
import { Badge } from "#/ui/badge.tsx";
import { Button } from "#/ui/button.tsx";
import { SettingCard } from "#/ui/settings/setting-card.tsx";

const words = adminTexts.backups;

/** Backups of the database, and a button to create one. */
export function BackupsPanel() {
  const client = useQueryClient();
  const asked = useQuery(backupsQuery);
  const [isMaking, setMaking] = useState(false);
  const make = async () => {
    setMaking(true);
    try {
      await call("POST /admin/backups", {});
      notify(words.made);
    } catch (failure) {
      warn(sentenceOf(failure, adminTexts.failed));
    }
    setMaking(false);
    await client.invalidateQueries({ queryKey: backupsQuery.queryKey });
  };
  return (
    <SettingCard
      title={adminTexts.sections.backups}
      hint={words.hint(asked.data?.folder ?? "data/backups")}
      actions={
        <Button isBusy={isMaking} disabled={isMaking} onClick={() => void make()}>
          {isMaking ? words.making : words.now}
        </Button>
      }
    >
      <Loaded asked={asked}>
        {({ backups, problem }) => (
          <>
            {problem !== "" && (
              <p role="alert" className="px-4 py-3 text-control text-danger-ink">
                {problem}
              </p>
            )}
            {backups.length === 0 ? (
              <NoRows>{words.none}</NoRows>
            ) : (
              <Rows label={words.list}>
                {backups.map((backup) => (
                  <li key={keyOf(backup)} className="flex items-center gap-3.5 px-4 py-3">
                    <Archive
                      size={18}
                      strokeWidth={1.75}
                      aria-hidden="true"
                      className="shrink-0 text-ink-3"
                    />
                    <div className="min-w-0 flex-1 text-label">
                      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-ui font-medium">
                        {fullDate(backup.at)}
                        <Badge>{words.kinds[backup.kind]}</Badge>
                      </p>
                      <p className="wrap-anywhere text-ink-3">
                        {fileSize(backup.bytes)} · {backup.name}
                      </p>
                      {backup.elsewhere && (
                        <p className="wrap-anywhere text-ink-3">
                          {words.elsewhere(backup.elsewhere.host, backup.elsewhere.folder)}
                        </p>
                      )}
                    </div>
                  </li>
                ))}
              </Rows>
            )}
          </>
        )}
      </Loaded>
    </SettingCard>
  );
}

function keyOf({ name, elsewhere: other }: Backup): string {
  return `${other?.host ?? ""} ${other?.folder ?? ""} ${name}`;
}
