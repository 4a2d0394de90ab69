import { useQuery } from "@tanstack/react-query";
import { call } from "#/api/client.ts";
import { blockedSendersQuery, trustedSendersQuery } from "#/api/queries.ts";
import { SenderList } from "#/features/transfer/sender-list.tsx";
import { transferTexts } from "#/features/transfer/transfer-texts.ts";

const { blocked, trusted } = transferTexts;

/** Blocked senders, and senders whose images are always loaded, with a way to remove each. */
export function BlockedSenders() {
  const { data: blockedOnes } = useQuery(blockedSendersQuery);
  const { data: trustedOnes } = useQuery(trustedSendersQuery);
  return (
    <>
      <SenderList
        {...blocked}
        senders={blockedOnes}
        action={blocked.unblock}
        actionName={blocked.unblockName}
        queryKey={blockedSendersQuery.queryKey}
        onAct={(address) => call("DELETE /senders/blocked/{address}", { address })}
      />
      <SenderList
        {...trusted}
        senders={trustedOnes}
        action={trusted.revoke}
        actionName={trusted.revokeName}
        queryKey={trustedSendersQuery.queryKey}
        onAct={(address) => call("DELETE /senders/trusted/{address}", { address })}
      />
    </>
  );
}
