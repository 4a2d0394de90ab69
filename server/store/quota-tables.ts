import type { UserId } from "@inlet/contract/ids.ts";
import type { Quota } from "./quotas.ts";

/** Of the tables the one about how much each person makes of what is limited. */
export interface QuotaTables {
  quota_uses: {
    user_id: UserId;
    what: Quota;
    /** Hours since 1970. */
    hour: number;
    used: number;
    /** What was refused in that hour. */
    refused: number;
  };
}
