import { checkAudit, listActivity, listAudit } from "@inlet/contract/auth/audit.ts";
import type { Api } from "#/http/api.ts";
import { route } from "#/http/route.ts";

/** Routes of the audit log: a user's own entries, and for administrators all. */
export function auditRoutes(api: Api): void {
  const { audit } = api.auth;
  route(api, listActivity, (page, { caller }) => audit.ofUser(caller.userId, page));
  route(api, listAudit, (page) => audit.all(page));
  route(api, checkAudit, () => audit.check());
}
