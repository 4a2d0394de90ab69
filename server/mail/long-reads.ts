import type { UserId } from "@inlet/contract/ids.ts";
import { countSelection, type SelectionCount } from "#/store/count-selection.ts";
import { nextOfSelection, type Selection, type SelectionSlice } from "#/store/selection.ts";
import type { MailContext } from "./context.ts";

interface Counted {
  userId: UserId;
  selection: Selection;
  most: number;
}

interface Page {
  userId: UserId;
  selection: Selection;
  before: number;
  limit: number;
}

/** Reads that take as long as a mailbox is large: they may be done elsewhere than on the thread that asks. */
export interface LongReads {
  /** Ends soon when nobody waits for it any more. */
  countSelection: (asked: Counted, signal?: AbortSignal) => Promise<SelectionCount>;
  nextOfSelection: (asked: Page) => Promise<SelectionSlice>;
}

/** Those of this context, else on this thread. */
export function longReadsOf({
  longReads,
  database: { reader, engine },
}: Pick<MailContext, "database" | "longReads">): LongReads {
  return (
    longReads ?? {
      countSelection: ({ userId, selection, most }) =>
        countSelection(reader, engine, userId, selection, { most }),
      nextOfSelection: ({ userId, selection, ...page }) =>
        nextOfSelection(reader, engine, userId, selection, page),
    }
  );
}
