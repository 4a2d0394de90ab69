import type { Integration } from "@inlet/contract/integrations/integrations.ts";
import { KeyRound, Link2, ListChecks, Trash2 } from "lucide-react";
import { LinkedRow } from "#/features/integrations/linked-row.tsx";
import { webhookTexts as words } from "#/features/integrations/webhook-texts.ts";

/** Separate views of one webhook. */
export type WebhookPlace = "events" | "address" | "log" | "rotate" | "remove";

/** The webhooks, each with its state and its actions. */
export function WebhookList(props: {
  hooks: readonly Integration[];
  onOpen: (at: WebhookPlace, of: Integration) => void;
}) {
  if (props.hooks.length === 0) return null;
  return (
    <ul
      aria-label={words.list}
      className="divide-y divide-line rounded-card border border-line bg-surface"
    >
      {props.hooks.map((hook) => (
        <LinkedRow
          key={hook.id}
          linked={hook}
          detail={
            <>
              <bdi dir="ltr">{hook.target}</bdi>
              {" · "}
              {hook.events.map((event) => words.event[event].label).join(", ")}
            </>
          }
          onLog={() => props.onOpen("log", hook)}
          actions={[
            {
              icon: <ListChecks />,
              label: words.chooseEvents,
              onChoose: () => props.onOpen("events", hook),
            },
            {
              icon: <Link2 />,
              label: words.changeAddress,
              onChoose: () => props.onOpen("address", hook),
            },
            {
              icon: <KeyRound />,
              label: words.rotate,
              onChoose: () => props.onOpen("rotate", hook),
            },
            { icon: <Trash2 />, label: words.remove, onChoose: () => props.onOpen("remove", hook) },
          ]}
        />
      ))}
    </ul>
  );
}
