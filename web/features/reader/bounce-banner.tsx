import { useQuery } from "@tanstack/react-query";
import { MailX } from "lucide-react";
import { outboxQuery } from "#/api/writing-queries.ts";
import { readerTexts } from "#/features/reader/reader-texts.ts";

/** Lists the recipients that a sent message did not reach; renders nothing without a bounce. */
export function BounceBanner({ emailId }: { emailId: string }) {
  const { data = [] } = useQuery(outboxQuery);
  const bounces = data.find((outgoing) => outgoing.emailId === emailId)?.bounces ?? [];
  if (bounces.length === 0) return null;
  return (
    <div
      role="note"
      className="mt-4 flex gap-3 rounded-control border border-line bg-warn-soft px-3 py-2 text-control text-ink"
    >
      <MailX
        size={16}
        strokeWidth={1.75}
        aria-hidden="true"
        className="mt-0.5 shrink-0 text-danger"
      />
      <div className="min-w-0">
        <p className="font-semibold">{readerTexts.bounced}</p>
        {bounces.map(({ address, reason }) => (
          <p key={address} className="wrap-anywhere text-ink-2">
            {address}: {reason}
          </p>
        ))}
      </div>
    </div>
  );
}
