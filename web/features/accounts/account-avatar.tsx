import type { Account } from "@inlet/contract/mail/accounts.ts";
import { healthOf } from "#/features/accounts/account-health.ts";
import { cn } from "#/lib/class-names.ts";
import { useAccounts } from "#/state/view/active-account.ts";
import { marksOf } from "#/state/view/marks-of.ts";
import { Avatar } from "#/ui/avatar.tsx";

const circumference = 2 * Math.PI * 17;

/** The mark of an account; a ring shows sync progress, one dot unread mail, another that the user must act. */
export function AccountAvatar(props: { account: Account; hasUnread?: boolean }) {
  const { account } = props;
  const { tone, progress } = healthOf(account);
  const { accounts = [] } = useAccounts();
  const mark = marksOf(accounts)[accounts.findIndex(({ id }) => id === account.id)];
  return (
    <span className="relative block size-8 shrink-0">
      <Avatar name={account.account_mail} {...mark} />
      {props.hasUnread && (
        <span
          aria-hidden="true"
          className="absolute end-0 top-0 size-2 rounded-full bg-unread ring-2 ring-canvas"
        />
      )}
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
      {account.state === "failed" && (
        <span
          aria-hidden="true"
          className="absolute end-0 bottom-0 size-2 rounded-full bg-danger ring-2 ring-canvas"
        />
      )}
    </span>
  );
}
