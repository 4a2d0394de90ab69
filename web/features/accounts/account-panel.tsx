import { locale } from "#/lib/locale.ts";
import type { AccountHealth, FolderProof } from "@inlet/contract/mail/account-health.ts";
import type { Account } from "@inlet/contract/mail/accounts.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Check, CircleDashed, TriangleAlert } from "lucide-react";
import { type ReactNode, useState } from "react";
import { call } from "#/api/client.ts";
import { healthOf } from "#/features/accounts/account-health.ts";
import { accountTexts } from "#/features/accounts/account-texts.ts";
import { DoctorSteps } from "#/features/accounts/doctor-steps.tsx";
import { healthQuery } from "#/features/accounts/health-query.ts";
import { useDoctor } from "#/features/accounts/use-doctor.ts";
import { rowDate } from "#/lib/dates.ts";
import { fileSize } from "#/lib/file-size.ts";
import { pageTexts } from "#/texts/shared/page-texts.ts";
import { texts } from "#/texts/shared/app-texts.ts";
import { sentenceOf } from "#/lib/sentence-of.ts";
import { useNow } from "#/lib/use-now.ts";
import { Button, Turning } from "#/ui/button.tsx";
import { ErrorState } from "#/ui/error-state.tsx";
import { FormError } from "#/ui/form/form-error.tsx";

const { health: words, doctor: doctorWords } = accountTexts;

/** Shows the state of a mailbox, folder by folder: messages on its server and messages stored here. Offers a comparison. */
export function AccountPanel({ account }: { account: Account }) {
  const client = useQueryClient();
  const query = healthQuery(account.id);
  const { data: health, error, refetch } = useQuery(query);
  const doctor = useDoctor();
  const [statusText, setStatusText] = useState("");
  const [isAsking, setAsking] = useState(false);

  const compare = async () => {
    setStatusText("");
    setAsking(true);
    try {
      const { started } = await call("POST /imap/{id}/compare", { id: account.id });
      if (!started) setStatusText(words.cannotCompare);
      await client.invalidateQueries({ queryKey: query.queryKey });
    } catch (failure) {
      setStatusText(sentenceOf(failure, words.cannotCompare));
    } finally {
      setAsking(false);
    }
  };

  const isComparing =
    isAsking || (health?.folders.some(({ state }) => state === "repairing") ?? false);
  return (
    <div className="flex flex-col gap-4 border-t border-line bg-sunken px-4 py-4">
      {error && !health && (
        <ErrorState
          title={words.failed}
          message={error.message}
          retryLabel={pageTexts.failed.retry}
          onRetry={() => void refetch()}
        />
      )}
      {statusText && <FormError>{statusText}</FormError>}
      {health && (
        <>
          <Facts account={account} health={health} />
          <Folders folders={health.folders} />
        </>
      )}
      <div className="flex flex-wrap gap-2">
        {health && (
          <Button disabled={isComparing} isBusy={isComparing} onClick={() => void compare()}>
            {isComparing ? words.comparing : words.compare}
          </Button>
        )}
        <Button
          disabled={doctor.examination.isRunning}
          onClick={() => void doctor.examine({ accountId: account.id })}
        >
          {doctor.examination.isRunning ? doctorWords.testing : doctorWords.test}
        </Button>
      </div>
      <DoctorSteps examination={doctor.examination} />
    </div>
  );
}

function Facts({ account, health }: { account: Account; health: AccountHealth }) {
  const now = useNow();
  const { connections, quota, traffic } = health;
  const facts: [string, ReactNode][] = [
    [words.state, healthOf(account).text],
    [words.lastSync, health.lastSyncAt ? rowDate(health.lastSyncAt, now) : words.never],
    [words.storage, fileSize(health.mailBytes)],
    [words.server, `${account.imap_host}:${account.user_port}`],
    [words.connections, words.connectionsOf(connections.open, connections.limit)],
  ];
  if (quota) {
    const { usedBytes, limitBytes } = quota;
    facts.push([words.quota, words.quotaOf(fileSize(usedBytes), fileSize(limitBytes))]);
  }
  if (traffic.limitBytes !== null) {
    const limit = fileSize(traffic.limitBytes);
    facts.push([words.traffic, words.quotaOf(fileSize(traffic.bytesToday), limit)]);
  }
  if (health.waitingChanges)
    facts.push([words.waiting, health.waitingChanges.toLocaleString(locale)]);
  if (health.pausedUntil) {
    facts.push([words.state, words.paused(rowDate(health.pausedUntil, now))]);
  }
  return (
    <dl className="grid gap-x-12 gap-y-2 text-label sm:grid-cols-2">
      {facts.map(([term, value]) => (
        <div key={term} className="flex min-w-0 justify-between gap-3">
          <dt className="shrink-0 text-ink-3">{term}</dt>
          <dd className="min-w-0 text-end wrap-anywhere text-ink tabular">{value}</dd>
        </div>
      ))}
      {account.fingerprints.imap && (
        <div className="sm:col-span-2">
          <dt className="text-ink-3">{words.fingerprint}</dt>
          <dd className="font-mono text-meta wrap-anywhere text-ink">
            {account.fingerprints.imap}
          </dd>
        </div>
      )}
    </dl>
  );
}

/** Maximum number of listed folders; those that differ come first. */
const maxFolders = 200;

function Folders({ folders }: { folders: readonly FolderProof[] }) {
  const now = useNow();
  const isLong = folders.length > maxFolders;
  const differsFirst = (folder: FolderProof) => Number(folder.state === "equal");
  const listed = isLong
    ? folders.toSorted((a, b) => differsFirst(a) - differsFirst(b)).slice(0, maxFolders)
    : folders;
  return (
    <>
      <FolderTable folders={listed} now={now} />
      {isLong && (
        <p className="text-label text-ink-3">
          {texts.shell.moreFolders(folders.length - maxFolders)}
        </p>
      )}
    </>
  );
}

function FolderTable({ folders, now }: { folders: readonly FolderProof[]; now: Date }) {
  return (
    <table className="w-full text-label">
      <thead className="text-ink-3">
        <tr>
          <th className="pb-1.5 text-start font-medium">{words.folder}</th>
          <th className="pb-1.5 text-start font-medium">{words.counts}</th>
          <th className="pb-1.5 text-end font-medium max-sm:hidden">{words.compared}</th>
        </tr>
      </thead>
      <tbody>
        {folders.map((folder) => (
          <tr key={folder.id} className="border-t border-line align-top">
            <td className="max-w-40 truncate py-1.5 pe-3 text-ink">{folder.name}</td>
            <td className="py-1.5 tabular">
              {folder.excluded ? (
                <span className="text-ink-3">{words.excluded}</span>
              ) : (
                <span className="flex items-center gap-1.5">
                  <ProofIcon state={folder.state} />
                  <span className="text-ink-2">{words.serverHere(folder.server, folder.here)}</span>
                  <span className="sr-only">{words.states[folder.state]}</span>
                </span>
              )}
            </td>
            <td className="py-1.5 text-end text-ink-3 tabular max-sm:hidden">
              {folder.lastComparedAt ? rowDate(folder.lastComparedAt, now) : words.never}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function ProofIcon({ state }: { state: FolderProof["state"] }) {
  switch (state) {
    case "equal":
      return <Check size={14} strokeWidth={2} aria-hidden="true" className="text-success" />;
    case "behind":
    case "unreadable":
      return <TriangleAlert size={14} aria-hidden="true" className="text-warn" />;
    case "repairing":
      return (
        <span className="text-accent">
          <Turning />
        </span>
      );
    case "unknown":
      return <CircleDashed size={14} aria-hidden="true" className="text-ink-3" />;
  }
}
