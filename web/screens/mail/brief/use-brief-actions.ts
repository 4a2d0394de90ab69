import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { followUpsQuery } from "#/api/follow-up-queries.ts";
import type { PartLine } from "#/features/brief/brief-lines.tsx";
import { useReminders } from "#/features/follow-ups/follow-ups.ts";
import { openAnswer, openNudge } from "#/screens/mail/write-answer.ts";
import { changeEmails } from "#/state/changes/change-email.ts";
import { type MailAction, mailAction } from "#/state/changes/mail-actions.ts";

/** Returns the actions on the lines of a brief, and the messages whose lines are done. All can be undone. */
export function useBriefActions() {
  const client = useQueryClient();
  const reminders = useReminders();
  const [done, setDone] = useState<ReadonlySet<string>>(new Set());
  // Counted to let the same question be opened again while its dialog is still closing.
  const [asked, setAsked] = useState<(PartLine & { count: number }) | null>(null);
  const hide = (id: string) => setDone((before) => new Set(before).add(id));
  const show = (id: string) =>
    setDone((before) => new Set([...before].filter((each) => each !== id)));

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
    const { open } = await client
      .fetchQuery({ ...followUpsQuery, staleTime: Infinity })
      .catch(() => ({ open: [] }));
    const one = open.find((each) => each.emailId === emailId);
    if (!one) onReverted();
    else if (until) reminders.putOff(one, until, onReverted);
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
