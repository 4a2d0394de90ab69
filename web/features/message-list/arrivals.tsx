import type { EmailRow } from "@inlet/contract/mail/email.ts";
import { useEffect, useRef, useState } from "react";
import { listTexts } from "#/features/message-list/list-texts.ts";
import { flagsOf } from "#/state/changes/pending-change.ts";
import { LiveRegion } from "#/ui/live-region.tsx";

/** Duration of the announcement, in milliseconds; the same one can be repeated after that. */
const shownMs = 5000;

/** Announces the number of new messages in the list to assistive technology. */
export function Arrivals({ emails }: { emails: readonly EmailRow[] }) {
  const newest = useRef(emails[0]?.emailDate);
  const [count, setCount] = useState(0);
  useEffect(() => {
    const since = newest.current;
    newest.current = emails[0]?.emailDate ?? since;
    // The first messages of a list are not new, nor are those loaded below.
    if (since !== undefined) setCount(newest.current === since ? 0 : arrivedSince(emails, since));
  }, [emails]);
  useEffect(() => {
    if (count === 0) return;
    const timer = setTimeout(() => setCount(0), shownMs);
    return () => clearTimeout(timer);
  }, [count]);
  return <LiveRegion>{count > 0 ? listTexts.arrived(count) : ""}</LiveRegion>;
}

/** Counts unread messages above the previously newest one. */
export function arrivedSince(emails: readonly EmailRow[], since: string): number {
  return emails.filter((email) => email.emailDate > since && !flagsOf(email).isSeen).length;
}
