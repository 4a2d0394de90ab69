import { Link } from "@tanstack/react-router";
import { composeTexts } from "#/features/compose/compose-texts.ts";
import { useAccounts } from "#/state/view/active-account.ts";

/** Shows before the user writes that the account cannot send yet, and links to its setup. */
export function NoSending({ accountId, onLeave }: { accountId: string; onLeave: () => void }) {
  const account = useAccounts().accounts?.find(({ id }) => id === accountId);
  if (!account || account.canSend) return null;
  return (
    <p
      role="status"
      className="mb-2 rounded-control border border-line bg-warn-soft px-3 py-2 text-control text-ink-2"
    >
      {composeTexts.noSending.cannotSend(account.account_mail)}{" "}
      <Link
        to="/app/settings"
        search={{ tab: "accounts", fix: account.id }}
        onClick={onLeave}
        className="font-semibold text-accent-ink underline-offset-2 hover:underline"
      >
        {composeTexts.noSending.setUp}
      </Link>
    </p>
  );
}
