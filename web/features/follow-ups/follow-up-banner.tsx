import { useQuery, useQueryClient } from "@tanstack/react-query";
import { FilePen, History } from "lucide-react";
import { type ReactNode, useState } from "react";
import { call } from "#/api/client.ts";
import { followUpsQuery } from "#/api/follow-up-queries.ts";
import { followUpTexts as words } from "#/features/follow-ups/follow-up-texts.ts";
import { type FollowUp, nameOf } from "#/features/follow-ups/follow-ups.ts";
import { ReminderMenu } from "#/features/follow-ups/reminder-menu.tsx";
import { warn } from "#/state/changes/toasts.ts";
import { notifyUndoable } from "#/state/changes/undo.ts";
import { Button } from "#/ui/button.tsx";

const icon = {
  size: 16,
  strokeWidth: 1.75,
  "aria-hidden": true,
  className: "shrink-0 text-ink-3",
} as const;

interface FollowUpBannerProps {
  threadId: string;
  /** True if a model is available. */
  hasModel: boolean;
  /** Opens the nudge; the button is busy until its text is loaded. */
  onNudge: (followUp: FollowUp, engine: "local" | "model") => Promise<void>;
  /** Opens a reply with this text. */
  onAnswer: (emailId: string, text: string) => Promise<void>;
}

/** Reports that a conversation needs a nudge, with its text, or that an answer is ready. */
export function FollowUpBanner(props: FollowUpBannerProps) {
  const { threadId } = props;
  const { data } = useQuery(followUpsQuery);
  const ready = data?.ready.find((one) => one.threadId === threadId);
  const due = data?.followUps.find((one) => one.threadId === threadId);
  return (
    <>
      {due && <Due {...props} due={due} />}
      {ready && <Ready {...props} emailId={ready.emailId} />}
    </>
  );
}

function Due({ due, hasModel, onNudge }: FollowUpBannerProps & { due: FollowUp }) {
  const [isBusy, setBusy] = useState(false);
  const isTheirs = due.kind === "they-owe";
  const nudge = async (engine: "local" | "model") => {
    setBusy(true);
    await onNudge(due, engine);
    setBusy(false);
  };
  return (
    <Line
      icon={<History {...icon} />}
      sentence={words.banner[due.kind](nameOf(due), words.days(due.days))}
    >
      {isTheirs && (
        <Button disabled={isBusy} isBusy={isBusy} onClick={() => void nudge("local")}>
          {isBusy ? words.writing : words.nudge}
        </Button>
      )}
      <ReminderMenu
        followUp={due}
        onModel={isTheirs && hasModel ? () => void nudge("model") : undefined}
      />
    </Line>
  );
}

function Ready({ emailId, onAnswer }: FollowUpBannerProps & { emailId: string }) {
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const drop = async (isDropped: boolean) => {
    try {
      await call("PUT /follow-ups/answers/{emailId}", { emailId, isDropped });
      if (isDropped) notifyUndoable(words.answer.dropped, () => void drop(false));
    } catch {
      warn(words.failed);
    } finally {
      void client.invalidateQueries({ queryKey: followUpsQuery.queryKey });
    }
  };
  const open = async () => {
    setBusy(true);
    try {
      const { text } = await call("GET /follow-ups/answers/{emailId}", { emailId });
      if (text === "") warn(words.answer.gone);
      else await onAnswer(emailId, text);
    } catch {
      warn(words.failed);
    } finally {
      setBusy(false);
      void client.invalidateQueries({ queryKey: followUpsQuery.queryKey });
    }
  };
  return (
    <Line icon={<FilePen {...icon} />} sentence={words.answer.hint}>
      <Button disabled={isBusy} isBusy={isBusy} onClick={() => void open()}>
        {words.answer.open}
      </Button>
      <Button tone="quiet" onClick={() => void drop(true)}>
        {words.answer.drop}
      </Button>
    </Line>
  );
}

function Line(props: { icon: ReactNode; sentence: string; children: ReactNode }) {
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-control border border-line bg-sunken/60 py-2 ps-3 pe-2 text-control text-ink-2">
      {props.icon}
      <span className="min-w-40 flex-1">{props.sentence}</span>
      <span className="flex items-center gap-1">{props.children}</span>
    </div>
  );
}
