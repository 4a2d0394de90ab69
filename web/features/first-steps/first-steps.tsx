import type { Account } from "@inlet/contract/mail/accounts.ts";
import { useLocation } from "@tanstack/react-router";
import { firstStepsTexts as words } from "#/features/first-steps/first-steps-texts.ts";
import { Offer } from "#/features/first-steps/offer.tsx";
import { Practice } from "#/features/first-steps/practice.tsx";
import { useProgress } from "#/features/first-steps/progress.ts";
import { useAccounts } from "#/state/view/active-account.ts";
import { isMailPath } from "#/state/view/mail-route.ts";
import { Turning } from "#/ui/button.tsx";

/**
 * The steps after the first account: what happens while it syncs, an offer once mail is here, and a practice of keys. They are
 * below the page, so nothing on it moves or is covered.
 */
export function FirstSteps() {
  const { stage, practiced = 0 } = useProgress();
  const { accounts = [] } = useAccounts();
  const isInMail = useLocation({ select: ({ pathname }) => isMailPath(pathname) });
  const [account] = accounts;
  if (!isInMail || !account || !stage || stage === "done") return null;
  const isHere = accounts.some(({ progress }) => progress.here > 0);
  const waiting = isHere ? null : waitingFor(account);
  if (!isHere && !waiting) return null;
  return (
    <section
      aria-label={words.name}
      className="shrink-0 border-t border-line bg-raised py-3 ps-5 pe-20 text-control text-ink-2 transition-opacity duration-200 max-md:pe-5 max-md:pb-20 starting:opacity-0"
    >
      {waiting && (
        <output className="flex min-h-8 items-center gap-2.5">
          <Turning /> {waiting}
        </output>
      )}
      {isHere && stage === "arriving" && <Offer arrival={arrivalOf(accounts)} />}
      {isHere && stage === "practice" && <Practice practiced={practiced} />}
    </section>
  );
}

/** Returns what happens before the first email is here; null if nothing does: the sidebar reports failures. */
function waitingFor({ state, progress, imap_host: host }: Account): string | null {
  if (state === "connecting") return words.connecting(host);
  if (state !== "syncing" || progress.server === 0) return null;
  return progress.server === null ? words.counting : words.first(progress.server);
}

function arrivalOf(accounts: readonly Account[]): string {
  const syncing = accounts.find(({ state }) => state === "syncing");
  if (!syncing || syncing.progress.server === null) return words.arrived;
  return words.arriving(syncing.progress.here, syncing.progress.server);
}
