import type { Account } from "@inlet/contract/mail/accounts.ts";
import { useDoctor } from "#/features/accounts/use-doctor.ts";
import { accountTexts } from "#/features/accounts/account-texts.ts";
import { Button } from "#/ui/button.tsx";

const { change: words } = accountTexts;

/** The trusted certificate beside the one that the server shows now, and a button to accept the new one. */
export function CertificateChoice(props: {
  account: Account;
  isBusy: boolean;
  onAccept: (fingerprint: string) => void;
}) {
  const { examination, examine } = useDoctor();
  const before = props.account.fingerprints.imap;
  const now = examination.steps.get("tls")?.fingerprint;
  return (
    <section
      aria-label={words.certificate}
      className="flex flex-col gap-2 rounded-control border border-warn/40 bg-sunken px-3 py-3"
    >
      <p className="text-control font-semibold">{words.certificate}</p>
      <p className="text-label text-ink-2">{words.certificateHint}</p>
      {before && <Fingerprint label={words.before} value={before} />}
      {now && <Fingerprint label={words.now} value={now} />}
      {now ? (
        <Button tone="danger" disabled={props.isBusy} onClick={() => props.onAccept(now)}>
          {words.accept}
        </Button>
      ) : (
        <Button
          isBusy={examination.isRunning}
          disabled={examination.isRunning}
          onClick={() => void examine({ accountId: props.account.id })}
        >
          {words.look}
        </Button>
      )}
    </section>
  );
}

function Fingerprint({ label, value }: { label: string; value: string }) {
  return (
    <p className="text-meta text-ink-3">
      {label}
      <span className="block font-mono wrap-anywhere text-ink">{value}</span>
    </p>
  );
}
