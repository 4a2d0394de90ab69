import { limits } from "@inlet/contract/limits.ts";
import { useParams, useRouter } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";
import { Suspense } from "react";
import { adminTexts } from "#/features/administration/admin-texts.ts";
import { pageTexts } from "#/texts/shared/page-texts.ts";
import { useMedia } from "#/lib/use-media.ts";
import { adminSections } from "#/screens/admin/admin-sections.ts";
import { useSession } from "#/state/session/session.ts";
import { EmptyState } from "#/ui/empty-state.tsx";
import { IconButton } from "#/ui/icon-button.tsx";
import { Tabs } from "#/ui/tabs.tsx";

/**
 * The administration, with one tab per section. The server refuses users who are not administrators, independent of the page.
 */
export function Admin() {
  const router = useRouter();
  const { section } = useParams({ from: "/app/settings/admin/$section" });
  const isAdmin = useSession((session) => session.user?.role === "admin");
  const isRow = useMedia(`(max-width: ${limits.mobileBreakpointPx - 1}px)`);
  const { value: shown } = adminSections.find(({ value }) => value === section) ?? adminSections[0];
  // Switching tabs adds no entry to the history.
  const show = (value: string) =>
    void router.navigate({
      to: "/app/settings/admin/$section",
      params: { section: value },
      replace: true,
    });
  if (!isAdmin) return <EmptyState title={adminTexts.refused} hint={adminTexts.refusedHint} />;
  return (
    <div className="h-full overflow-y-auto">
      <title>{`${adminTexts.title} · ${pageTexts.product}`}</title>
      {/* Space for the assistant's button, which would cover content. */}
      <div className="mx-auto max-w-262 px-4 pt-4 pb-24 sm:px-8 sm:pt-8 md:pe-20">
        <div className="mb-4 flex items-center gap-2">
          <IconButton
            label={adminTexts.back}
            icon={<ArrowLeft size={18} strokeWidth={1.75} aria-hidden="true" />}
            onClick={() => void router.navigate({ to: "/app/settings" })}
            className="-ms-2"
          />
          <h1 className="text-title font-semibold tracking-[-0.02em]">{adminTexts.title}</h1>
        </div>
        <Tabs
          label={adminTexts.title}
          orientation={isRow ? "horizontal" : "vertical"}
          value={shown}
          onChange={show}
          tabs={adminSections.map(({ value, label, Panel }) => ({
            value,
            label,
            panel: (
              <Suspense>
                <Panel />
              </Suspense>
            ),
          }))}
        />
      </div>
    </div>
  );
}
