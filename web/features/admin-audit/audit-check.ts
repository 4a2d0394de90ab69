import type { Api } from "@inlet/contract/api.ts";

/** The result of a check of the log. */
export type AuditCheck = Api["POST /admin/audit/check"]["output"];
