import { Link } from "@tanstack/react-router";
import { CircleAlert } from "lucide-react";
import { healthOf } from "#/features/accounts/account-health.ts";
import { useAccounts } from "#/state/view/active-account.ts";

/** Lists the accounts that are still syncing or need attention; otherwise renders nothing. */
export function SyncProgress() {
  const { accounts } = useAccounts();
  const restless = (accounts ?? [])
    .map((account) => ({ account, health: healthOf(account) }))
    .filter(({ health }) => health.tone !== "calm");
  if (!restless.length) return null;
  return (
    <ul className="flex flex-col gap-2.5 px-2 py-2">
      {restless.map(({ account, health }) => (
        <li
          key={account.id}
          className="min-w-0 text-meta transition-opacity duration-200 starting:opacity-0"
        >
          <p className="truncate font-medium text-ink-2">{account.account_mail}</p>
          {health.tone === "failed" ? (
            <Link
              to="/app/settings"
              search={{ tab: "accounts" }}
              className="flex items-start gap-1 text-danger underline-offset-2 hover:underline"
            >
              <CircleAlert size={12} aria-hidden="true" className="mt-0.5 shrink-0" />
              <span className="line-clamp-2">{health.text}</span>
            </Link>
          ) : (
            <>
              <p className="truncate text-ink-3 tabular">{health.text}</p>
              <ProgressBar value={health.progress} label={health.text} />
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

/** A thin bar; null means that the progress is unknown. */
export function ProgressBar({ value, label }: { value: number | null; label: string }) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={value === null ? undefined : Math.round(value * 100)}
      className="mt-1 h-0.5 overflow-hidden rounded-full bg-line"
    >
      <div
        className={
          value === null
            ? "h-full w-1/3 animate-breathe rounded-full bg-accent"
            : "h-full ltr:origin-left rtl:origin-right rounded-full bg-accent transition-transform duration-500"
        }
        style={value === null ? undefined : { transform: `scaleX(${value})` }}
      />
    </div>
  );
}
