import { Link } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";
import { AdminAudit } from "#/features/admin-audit/admin-audit.tsx";
import { adminAuditTexts } from "#/features/admin-audit/admin-audit-texts.ts";
import { pageTexts } from "#/lib/page-texts.ts";
import { texts } from "#/lib/texts.ts";

/** The audit log of the server, on a page of its own. */
export function AdminAuditScreen() {
  return (
    <div className="h-full overflow-y-auto">
      <title>{`${adminAuditTexts.title} · ${pageTexts.product}`}</title>
      <div className="mx-auto max-w-262 px-4 pt-4 pb-24 sm:px-8 sm:pt-8 md:pe-20">
        <Link
          to="/app/settings"
          search={{ tab: "security" }}
          className="mb-4 inline-flex items-center gap-2 text-control text-ink-2 hover:text-ink coarse:min-h-11"
        >
          <ArrowLeft size={18} strokeWidth={1.75} aria-hidden="true" />
          {texts.shell.settings}
        </Link>
        <AdminAudit />
      </div>
    </div>
  );
}
