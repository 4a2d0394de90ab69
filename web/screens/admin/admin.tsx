import { limits } from "@inlet/contract/limits.ts";
import { useParams, useRouter } from "@tanstack/react-router";
import { adminTexts } from "#/features/administration/admin-texts.ts";
import { useMedia } from "#/lib/use-media.ts";
import { adminSections } from "#/screens/admin/admin-sections.ts";
import { useBackToList } from "#/state/view/use-back-to-list.ts";
import { useSession } from "#/state/session/session.ts";
import { EmptyState } from "#/ui/empty-state.tsx";
import { SectionList } from "#/ui/settings/section-list.tsx";
import { SectionPage } from "#/ui/settings/section-page.tsx";
import { SectionTabs } from "#/ui/settings/section-tabs.tsx";

const groups = [{ title: "", sections: adminSections }];

/**
 * The administration, with one tab per section, or on a phone a list of them and then a page for each. The server refuses users who
 * are not administrators, independent of the page.
 */
export function Admin() {
  const router = useRouter();
  const { section } = useParams({ from: "/app/settings/admin/$section" });
  const isAdmin = useSession((session) => session.user?.role === "admin");
  const isPhone = useMedia(`(max-width: ${limits.mobileBreakpointPx - 1}px)`);
  const named = adminSections.find(({ value }) => value === section);
  const { value: shown, label } = named ?? adminSections[0];
  const isList = isPhone && !named;
  const go = (value: string, isReplacing: boolean) =>
    void router.navigate({
      to: "/app/settings/admin/$section",
      params: { section: value },
      replace: isReplacing,
      state: isReplacing ? true : { hasListBefore: true },
    });
  const backToList = useBackToList();
  const goBack = () => {
    backToList(() => {
      if (isPhone && named) go("all", true);
      else void router.navigate({ to: "/app/settings", replace: true });
    });
  };
  if (!isAdmin) return <EmptyState title={adminTexts.refused} hint={adminTexts.refusedHint} />;
  return (
    <SectionPage
      title={isPhone && named ? label : adminTexts.title}
      backLabel={isPhone && named ? adminTexts.title : adminTexts.back}
      onBack={goBack}
      section={isList ? "" : shown}
      name={isList ? undefined : label}
    >
      {isList ? (
        <SectionList
          label={adminTexts.title}
          groups={groups}
          hrefOf={(value) => `/app/settings/admin/${value}`}
          onOpen={(value) => go(value, false)}
        />
      ) : (
        <SectionTabs
          label={adminTexts.title}
          value={shown}
          // Switching tabs adds no entry to the history.
          onChange={(value) => go(value, true)}
          groups={groups}
          hasColumn={!isPhone}
        />
      )}
    </SectionPage>
  );
}
