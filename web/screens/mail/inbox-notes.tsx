import { BriefNotice } from "#/features/brief/brief-notice.tsx";
import { SplitTabs } from "#/screens/mail/split-tabs.tsx";
import type { ShownList } from "#/screens/mail/use-shown-list.ts";

/** What stands above the rows of the inbox alone: the brief of the day, and its parts. */
export function InboxNotes({ shown }: { shown: ShownList }) {
  return (
    <>
      <BriefNotice />
      <SplitTabs shown={shown} />
    </>
  );
}
