import type { UserId } from "@inlet/contract/ids.ts";
import type { Quota } from "./quotas.ts";

/** Table of each user's consumption of quotas. */
export interface QuotaTables {
  quota_uses: {
    user_id: UserId;
    what: Quota;
    /** Hours since 1970. */
    hour: number;
    used: number;
    /** Number of refusals in that hour. */
    refused: number;
  };
}
