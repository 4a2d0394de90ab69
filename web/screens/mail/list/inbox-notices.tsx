import { BriefNotice } from "#/features/brief/brief-notice.tsx";
import { SplitTabs } from "#/screens/mail/list/split-tabs.tsx";
import type { ShownList } from "#/screens/mail/use-shown-list.ts";

/** Notes above the rows of the inbox only: the brief of the day, and the splits. */
export function InboxNotices({ shown }: { shown: ShownList }) {
  return (
    <>
      <BriefNotice />
      <SplitTabs shown={shown} />
    </>
  );
}
