import type { Api } from "@inlet/contract/api.ts";

/** What a check of the log found. */
export type AuditCheck = Api["POST /admin/audit/check"]["output"];
