import { PullToRefresh } from "#/screens/mail/pull-to-refresh.tsx";
import { Swipes } from "#/screens/mail/swipes.tsx";
import type { FiledList } from "#/screens/mail/use-filing.ts";

/** What fingers do besides pressing: drawing a row aside, and the list down. */
export function Touch({ list }: { list: FiledList }) {
  return (
    <>
      <Swipes list={list} />
      <PullToRefresh />
    </>
  );
}
