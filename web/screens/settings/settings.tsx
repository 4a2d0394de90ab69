import { limits } from "@inlet/contract/limits.ts";
import { Link, useCanGoBack, useRouter, useSearch } from "@tanstack/react-router";
import { ShieldUser } from "lucide-react";
import { useEffect, useState } from "react";
import { cn } from "#/lib/class-names.ts";
import { texts } from "#/texts/shared/app-texts.ts";
import { useMedia } from "#/lib/use-media.ts";
import { whenIdle } from "#/lib/when-idle.ts";
import { markSetting } from "#/screens/settings/mark-setting.ts";
import { type Hit, useSettingsSearch } from "#/screens/settings/settings-search.tsx";
import { firstTab, settingsGroups, settingsTabs } from "#/screens/settings/settings-tabs.ts";
import { settingsTexts } from "#/screens/settings/settings-texts.ts";
import { useBackToList } from "#/state/view/use-back-to-list.ts";
import { useSession } from "#/state/session/session.ts";
import { SectionList, sectionRow } from "#/ui/settings/section-list.tsx";
import { SectionPage } from "#/ui/settings/section-page.tsx";
import { sectionLink, SectionTabs } from "#/ui/settings/section-tabs.tsx";

/**
 * The settings: groups of tabs beside the selected one, or on a phone a list of them, and then a page for each. The tab is in the
 * address, and survives a reload.
 */
export function Settings() {
  const router = useRouter();
  const canGoBack = useCanGoBack();
  const { tab: named } = useSearch({ from: "/app/settings" });
  const isPhone = useMedia(`(max-width: ${limits.mobileBreakpointPx - 1}px)`);
  const backToList = useBackToList();
  const [hit, setHit] = useState<Hit | null>(null);
  useEffect(() => whenIdle(fetchPanels), []);
  const chosen = settingsTabs.find(({ value }) => value === named);
  const shown = chosen ?? firstTab;
  const isList = isPhone && !chosen;
  const open = (tab: string) => {
    setHit(null);
    // Switching tabs adds no entry to the history.
    void router.navigate({
      to: "/app/settings",
      search: { tab },
      replace: !isList,
      state: isList ? { hasListBefore: true } : true,
    });
  };
  const search = useSettingsSearch((next) => {
    if (next.tab !== chosen?.value) open(next.tab);
    setHit(next);
  });
  useEffect(() => {
    if (!hit?.name || hit.tab !== chosen?.value) return undefined;
    return markSetting(hit.tab, hit.name);
  }, [hit, chosen]);
  const goBack = () => {
    if (isPhone && chosen) {
      backToList(() => void router.navigate({ to: "/app/settings", search: {}, replace: true }));
    } else if (canGoBack) router.history.back();
    else void router.navigate({ to: "/app" });
  };
  return (
    <SectionPage
      title={isPhone && chosen ? chosen.label : texts.shell.settings}
      backLabel={texts.back}
      onBack={goBack}
      section={isList ? "" : shown.value}
      name={isList ? undefined : shown.label}
    >
      {isList ? (
        <>
          {search.field}
          {search.results}
          <SectionList
            label={texts.shell.settings}
            groups={settingsGroups}
            hrefOf={(tab) => `/app/settings?tab=${tab}`}
            onOpen={open}
            isHidden={search.results !== false}
            below={
              <Administration
                section="all"
                className={cn(sectionRow, "rounded-card border border-line bg-surface")}
              />
            }
          />
        </>
      ) : (
        <SectionTabs
          label={texts.shell.settings}
          value={shown.value}
          onChange={open}
          groups={settingsGroups}
          hasColumn={!isPhone}
          above={search.field}
          {...(search.results !== false && { instead: search.results })}
          below={<Administration section="users" className={sectionLink} />}
        />
      )}
    </SectionPage>
  );
}

/** Link to the administration, below a line; null for other users. */
function Administration({ section, className }: { section: string; className: string }) {
  const isAdmin = useSession((session) => session.user?.role === "admin");
  if (!isAdmin) return null;
  return (
    <div className="mt-3 border-t border-line pt-3">
      <Link
        to="/app/settings/admin/$section"
        params={{ section }}
        state={{ hasListBefore: true }}
        className={className}
      >
        <ShieldUser size={16} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
        {settingsTexts.administration}
      </Link>
    </div>
  );
}

/** Preloads every panel. One that fails now is loaded again when it is needed. */
function fetchPanels(): void {
  for (const { Panel } of settingsTabs) Panel.preload().catch(Panel.forget);
}
