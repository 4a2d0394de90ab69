import type { Proposal } from "@inlet/contract/ai/assistant.ts";
import { useQueryClient } from "@tanstack/react-query";
import { Archive, Check, Clock, PenLine, Tag } from "lucide-react";
import { useState } from "react";
import { assistantTexts as words } from "#/features/assistant/assistant-texts.ts";
import { locale } from "#/lib/locale.ts";
import { changeEmails } from "#/state/changes/change-email.ts";
import { Button } from "#/ui/button.tsx";

/** Actions that the answer proposes. None of them runs before a click. */
export function Proposals(props: {
  proposals: readonly Proposal[];
  onWrite: (to: string, subject: string) => void;
}) {
  if (props.proposals.length === 0) return null;
  return (
    <ul aria-label={words.proposals} className="flex flex-col items-start gap-1.5">
      {props.proposals.map((proposal) => (
        <li key={proposal.kind}>
          <ProposalButton proposal={proposal} onWrite={props.onWrite} />
        </li>
      ))}
    </ul>
  );
}

const icon = { size: 16, strokeWidth: 1.75, "aria-hidden": true } as const;

function ProposalButton(props: {
  proposal: Proposal;
  onWrite: (to: string, subject: string) => void;
}) {
  const client = useQueryClient();
  const [isDone, setDone] = useState(false);
  const { proposal } = props;
  if (proposal.kind === "draft") {
    return (
      <>
        <Button onClick={() => props.onWrite(proposal.to, proposal.subject)}>
          <PenLine {...icon} />
          <bdi>{words.draft(proposal.to)}</bdi>
        </Button>
        {proposal.isNewRecipient && (
          <p className="mt-1 text-meta text-warn">{words.newRecipient}</p>
        )}
      </>
    );
  }
  const { icon: Icon, name, change, doneText } = actionOf(proposal);
  return (
    <Button
      disabled={isDone}
      className="max-w-full"
      onClick={() => {
        setDone(true);
        changeEmails(client, { target: { ids: new Set(proposal.emailIds) }, change, doneText });
      }}
    >
      {isDone ? <Check {...icon} /> : <Icon {...icon} />}
      <bdi className="truncate">{isDone ? words.done : name}</bdi>
    </Button>
  );
}

function actionOf(proposal: Exclude<Proposal, { kind: "draft" }>) {
  const count = proposal.emailIds.length;
  switch (proposal.kind) {
    case "archive":
      return {
        icon: Archive,
        name: words.archive(count),
        doneText: words.archived(count),
        change: { folder: "archive" },
      };
    case "label": {
      const { label } = proposal;
      return {
        icon: Tag,
        name: words.label(count, label),
        doneText: words.labelled(label)(count),
        change: { labels: { add: [label] } },
      };
    }
    case "snooze": {
      const until = new Date(proposal.until).toLocaleString(locale, {
        ...({ weekday: "short", day: "numeric", month: "short" } as const),
        ...({ hour: "2-digit", minute: "2-digit" } as const),
      });
      return {
        icon: Clock,
        name: words.snooze(count, until),
        doneText: words.snoozed(count),
        change: { snoozeUntil: proposal.until },
      };
    }
  }
}
