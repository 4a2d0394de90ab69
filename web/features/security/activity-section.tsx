import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { profileQuery } from "#/api/writing-queries.ts";
import { activityTexts as words } from "#/features/security/activity-texts.ts";
import { securityTexts } from "#/features/security/security-texts.ts";
import { useOpening } from "#/features/security/use-opening.ts";
import { Button } from "#/ui/button.tsx";
import { Dialog } from "#/ui/dialog.tsx";
import { SettingCard } from "#/ui/settings/setting-card.tsx";

const ActivityList = lazy(async () => ({
  default: (await import("#/features/security/activity-list.tsx")).ActivityList,
}));

/** Opens the activity of the account and, for administrators, that of this server. */
export function ActivitySection() {
  const dialog = useOpening();
  const { data: profile } = useQuery(profileQuery);
  return (
    <SettingCard
      title={words.title}
      hint={
        profile?.role === "admin" ? (
          <>
            {words.hint}{" "}
            <Link
              to="/app/settings/admin/$section"
              params={{ section: "audit" }}
              className="text-accent-ink underline underline-offset-2"
            >
              {words.ofServer}
            </Link>
          </>
        ) : (
          words.hint
        )
      }
      actions={<Button onClick={dialog.open}>{words.open}</Button>}
    >
      <Dialog
        key={dialog.round}
        isOpen={dialog.isOpen}
        onOpenChange={(isOpen) => !isOpen && dialog.close()}
        title={words.title}
        description={words.about}
        closeLabel={securityTexts.close}
        width="wide"
        isFullOnPhone
      >
        <Suspense>
          <ActivityList isOpen={dialog.isOpen} />
        </Suspense>
      </Dialog>
    </SettingCard>
  );
}
