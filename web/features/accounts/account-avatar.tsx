import type { Account } from "@inlet/contract/accounts.ts";
import { healthOf } from "#/features/accounts/account-health.ts";
import { cn } from "#/lib/class-names.ts";
import { Avatar } from "#/ui/avatar.tsx";

const circumference = 2 * Math.PI * 17;

/** An account's letter; a ring fills while it syncs, a mark shows that it needs attention. */
export function AccountAvatar({ account }: { account: Account }) {
  const { tone, progress } = healthOf(account);
  return (
    <span className="relative block size-8">
      <Avatar name={account.account_mail} />
      {tone === "busy" && (
        <svg
          viewBox="0 0 36 36"
          aria-hidden="true"
          className={cn(
            "absolute -inset-0.5 size-9 -rotate-90 text-accent",
            progress === null && "animate-turn",
          )}
          fill="none"
          strokeWidth="2"
          strokeLinecap="round"
        >
          <circle cx="18" cy="18" r="17" className="stroke-line" />
          <circle
            cx="18"
            cy="18"
            r="17"
            stroke="currentColor"
            strokeDasharray={circumference}
            strokeDashoffset={circumference * (1 - (progress ?? 0.25))}
            className="transition-[stroke-dashoffset] duration-500"
          />
        </svg>
      )}
      {tone === "failed" && (
        <span
          aria-hidden="true"
          className="absolute -right-0.5 -bottom-0.5 grid size-3.5 place-items-center rounded-full bg-danger text-[9px] leading-none font-semibold text-surface ring-2 ring-canvas"
        >
          !
        </span>
      )}
    </span>
  );
}
