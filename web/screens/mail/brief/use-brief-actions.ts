import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { followUpsQuery } from "#/api/follow-up-queries.ts";
import type { PartLine } from "#/features/brief/brief-lines.tsx";
import { briefQuery, withoutLines } from "#/features/brief/brief-query.ts";
import { followUpTexts } from "#/features/follow-ups/follow-up-texts.ts";
import { useReminders } from "#/features/follow-ups/follow-ups.ts";
import { openAnswer, openNudge } from "#/screens/mail/write-answer.ts";
import { changeEmails } from "#/state/changes/change-email.ts";
import { warn } from "#/state/changes/toasts.ts";
import { type MailAction, mailAction } from "#/state/changes/mail-actions.ts";

/** Returns the actions on the lines of a brief, and the messages whose lines are done. All can be undone. */
export function useBriefActions() {
  const client = useQueryClient();
  const reminders = useReminders();
  const [done, setDone] = useState<ReadonlySet<string>>(new Set());
  // Counted to let the same question be opened again while its dialog is still closing.
  const [asked, setAsked] = useState<(PartLine & { count: number }) | null>(null);
  const hide = (id: string) => setDone((before) => new Set(before).add(id));
  const show = (id: string) => {
    setDone((before) => new Set([...before].filter((each) => each !== id)));
    // A later view of the brief does not have it, and asks the server, which by then has undone the change.
    void client.invalidateQueries({ queryKey: briefQuery.queryKey, refetchType: "none" });
  };
  const dropDone = useEffectEvent(() => {
    client.setQueryData(briefQuery.queryKey, (kept) => kept && withoutLines(kept, done));
  });
  // Until then the lines fold away; the next view starts without them.
  useEffect(() => () => dropDone(), []);

  const file = ({ line: { emailId } }: PartLine, action: MailAction) => {
    hide(emailId);
    changeEmails(client, {
      target: { ids: new Set([emailId]), isWithThreads: true },
      change: action.change,
      doneText: action.doneText(1),
      onReverted: () => show(emailId),
    });
  };
  /** Stops waiting for an answer: until a time, or for good. */
  const remind = async ({ line: { emailId } }: PartLine, until: Date | null) => {
    hide(emailId);
    const onReverted = () => show(emailId);
    const known = await client
      .fetchQuery({ ...followUpsQuery, staleTime: Infinity })
      .catch(() => null);
    const one = known?.open.find((each) => each.emailId === emailId);
    if (known === null) {
      onReverted();
      warn(followUpTexts.failed);
    } else if (!one) {
      // It was answered or finished elsewhere.
      void client.invalidateQueries({ queryKey: briefQuery.queryKey });
    } else if (until) reminders.putOff(one, until, onReverted);
    else reminders.turnOff(one, onReverted);
  };
  return {
    done,
    asked,
    /** Opens a reply, or a nudge to a person who owes one. */
    write: ({ part, line }: PartLine) =>
      part === "waiting" ? openNudge(client, line, "local") : openAnswer(client, line),
    finish: (one: PartLine) => {
      if (one.part === "waiting") void remind(one, null);
      else file(one, mailAction("archive"));
    },
    askToSnooze: (one: PartLine) => setAsked({ ...one, count: (asked?.count ?? 0) + 1 }),
    snooze: (one: PartLine, action: MailAction) => {
      const { snoozeUntil } = action.change;
      if (one.part !== "waiting") file(one, action);
      else if (snoozeUntil) void remind(one, new Date(snoozeUntil));
    },
  };
}

export type BriefActions = ReturnType<typeof useBriefActions>;
