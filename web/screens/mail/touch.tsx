import { PullToRefresh } from "#/screens/mail/pull-to-refresh.tsx";
import { Swipes } from "#/screens/mail/swipes.tsx";
import type { FiledList } from "#/screens/mail/use-filing.ts";

/** Touch gestures: swiping a row, and pulling the list. */
export function Touch({ list }: { list: FiledList }) {
  return (
    <>
      <Swipes list={list} />
      <PullToRefresh />
    </>
  );
}
