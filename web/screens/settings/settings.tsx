import { limits } from "@inlet/contract/limits.ts";
import { Link, useCanGoBack, useRouter, useSearch } from "@tanstack/react-router";
import { ArrowLeft, ShieldUser } from "lucide-react";
import { Suspense, useEffect } from "react";
import { pageTexts } from "#/texts/shared/page-texts.ts";
import { texts } from "#/texts/shared/app-texts.ts";
import { useMedia } from "#/lib/use-media.ts";
import { whenIdle } from "#/lib/when-idle.ts";
import { settingsTabs } from "#/screens/settings/settings-tabs.ts";
import { settingsTexts } from "#/screens/settings/settings-texts.ts";
import { useSession } from "#/state/session/session.ts";
import { IconButton } from "#/ui/icon-button.tsx";
import { Tabs } from "#/ui/tabs.tsx";

/** The settings, with one tab per section. The tab is in the address, and survives a reload. */
export function Settings() {
  const router = useRouter();
  const canGoBack = useCanGoBack();
  const isAdmin = useSession((session) => session.user?.role === "admin");
  const { tab: named } = useSearch({ from: "/app/settings" });
  const isRow = useMedia(`(max-width: ${limits.mobileBreakpointPx - 1}px)`);
  useEffect(() => whenIdle(fetchPanels), []);
  const { value: shown } = settingsTabs.find(({ value }) => value === named) ?? settingsTabs[0];
  const goBack = () => {
    if (canGoBack) router.history.back();
    else void router.navigate({ to: "/app" });
  };
  // Switching tabs adds no entry to the history.
  const show = (tab: string) =>
    void router.navigate({ to: "/app/settings", search: { tab }, replace: true });
  return (
    <div className="h-full overflow-y-auto">
      <title>{`${texts.shell.settings} · ${pageTexts.product}`}</title>
      {/* Space for the assistant's button, which would cover content. */}
      <div className="mx-auto max-w-262 px-4 pt-4 pb-24 sm:px-8 sm:pt-8 md:pe-20">
        <div className="mb-4 flex items-center gap-2">
          <IconButton
            label={texts.back}
            icon={<ArrowLeft size={18} strokeWidth={1.75} aria-hidden="true" />}
            onClick={goBack}
            className="-ms-2"
          />
          <h1 className="min-w-0 flex-1 text-title font-semibold tracking-[-0.02em]">
            {texts.shell.settings}
          </h1>
          {isAdmin && (
            <Link
              to="/app/settings/admin/$section"
              params={{ section: "users" }}
              className="inline-flex h-8 items-center gap-2 rounded-control border border-line bg-surface px-3 text-control font-medium hover:bg-hover coarse:h-11"
            >
              <ShieldUser size={16} strokeWidth={1.75} aria-hidden="true" />
              {settingsTexts.administration}
            </Link>
          )}
        </div>
        <Tabs
          label={texts.shell.settings}
          orientation={isRow ? "horizontal" : "vertical"}
          value={shown}
          onChange={show}
          tabs={settingsTabs.map(({ value, label, Panel }) => ({
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

/** Preloads every panel. One that fails now is loaded again when it is needed. */
function fetchPanels(): void {
  for (const { Panel } of settingsTabs) Panel.preload?.()?.catch(() => undefined);
}
