import { Link, useLocation } from "@tanstack/react-router";
import { Inbox, PenLine, Search, Sunrise } from "lucide-react";
import type { ReactNode } from "react";
import { isMailPath, useMailPlace } from "#/state/view/mail-route.ts";
import { texts } from "#/texts/shared/app-texts.ts";

const icon = { size: 20, strokeWidth: 1.75, "aria-hidden": true } as const;

const place =
  "flex h-full min-w-0 flex-col items-center justify-center gap-0.5 rounded-control text-ink-2 active:bg-hover aria-[current=page]:text-accent-ink";

/** The bar at the bottom of a phone. Its last place is that of the assistant's round button. */
export function PhoneBar(props: { onCompose: () => void; onSearch: () => void }) {
  const words = texts.shell.phone;
  const { view } = useMailPlace();
  const isInMail = useLocation({ select: ({ pathname }) => isMailPath(pathname) });
  const isInbox = isInMail && view.kind === "folder" && view.slug === "inbox";
  return (
    <nav
      aria-label={words.title}
      className="relative z-10 shrink-0 border-t border-line bg-canvas pb-[env(safe-area-inset-bottom)]"
    >
      <div className="phone-bar">
        <Link
          to="/app"
          // Each page of the app is below this address.
          activeOptions={{ exact: true }}
          aria-current={isInbox ? "page" : undefined}
          onClick={(event) => {
            if (!isInbox) return;
            // It is there already, maybe under its other address.
            event.preventDefault();
            document
              .querySelector("#message-list [role='grid']")
              ?.parentElement?.scrollTo({ top: 0 });
          }}
          className={place}
        >
          <Named name={words.inbox}>
            <Inbox {...icon} />
          </Named>
        </Link>
        <Link to="/app/brief" className={place}>
          <Named name={words.brief}>
            <Sunrise {...icon} />
          </Named>
        </Link>
        <button
          type="button"
          aria-label={texts.shell.compose}
          onClick={props.onCompose}
          className="m-auto grid size-11 place-items-center rounded-full bg-accent text-on-accent transition-[background-color,scale] hover:bg-accent-hover active:scale-95"
        >
          <PenLine {...icon} />
        </button>
        <button type="button" onClick={props.onSearch} className={place}>
          <Named name={texts.search.open}>
            <Search {...icon} />
          </Named>
        </button>
      </div>
    </nav>
  );
}

function Named({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      {children}
      <span className="max-w-full truncate text-meta">{name}</span>
    </>
  );
}
