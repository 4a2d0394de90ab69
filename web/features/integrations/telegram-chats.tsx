import type { Integration } from "@inlet/contract/integrations/integrations.ts";
import type { Split } from "@inlet/contract/mail/settings.ts";
import { BellRing, Unplug } from "lucide-react";
import { LinkedRow } from "#/features/integrations/linked-row.tsx";
import { telegramTexts as words } from "#/features/integrations/telegram-texts.ts";
import { webhookTexts } from "#/features/integrations/webhook-texts.ts";
import { kindTexts } from "#/texts/shared/kind-texts.ts";
import { usePreference } from "#/state/session/preferences.ts";
import { Badge } from "#/ui/badge.tsx";

/** Separate views of one chat. */
export type ChatPlace = "rules" | "log" | "remove";

/** The chats, including those whose owner has not pressed Start yet. */
export function TelegramChats(props: {
  chats: readonly Integration[];
  onOpen: (at: ChatPlace, of: Integration) => void;
}) {
  const splits = usePreference("splits");
  if (props.chats.length === 0) return null;
  return (
    <ul
      aria-label={words.list}
      className="divide-y divide-line rounded-card border border-line bg-surface"
    >
      {props.chats.map((chat) =>
        chat.target === "" ? (
          <li key={chat.id} className="flex flex-wrap items-center gap-2 px-4 py-3 text-ui">
            {words.waiting}
            <Badge hue={60}>{words.waitingBadge}</Badge>
          </li>
        ) : (
          <LinkedRow
            key={chat.id}
            linked={chat}
            detail={<bdi>{alertsText(chat, splits)}</bdi>}
            onLog={() => props.onOpen("log", chat)}
            actions={[
              {
                icon: <BellRing />,
                label: words.rules,
                onChoose: () => props.onOpen("rules", chat),
              },
              {
                icon: <Unplug />,
                label: words.disconnect,
                onChoose: () => props.onOpen("remove", chat),
              },
            ]}
          />
        ),
      )}
    </ul>
  );
}

function alertsText({ alerts }: Integration, splits: readonly Split[]): string {
  if (!alerts) return webhookTexts.event["message.received"].label;
  const chosen = [
    ...alerts.priorities.map((one) => words.priority(kindTexts.priorities[one])),
    ...alerts.categories.map((one) => kindTexts.categories[one]),
    ...splits.flatMap(({ id, name }) => (alerts.splits.includes(id) ? name : [])),
    ...alerts.senders,
    ...alerts.labels,
  ];
  // Deleted splits have no name, and match nothing.
  if (chosen.length === 0 && alerts.splits.length > 0) return words.nothing;
  return chosen.length > 0 ? chosen.join(", ") : words.everything;
}
