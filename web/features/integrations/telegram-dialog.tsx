import type { Integration } from "@inlet/contract/integrations/integrations.ts";
import type { Split } from "@inlet/contract/mail/settings.ts";
import { useQuery } from "@tanstack/react-query";
import { BellRing } from "lucide-react";
import { useState } from "react";
import { call } from "#/api/client.ts";
import { integrationsQuery, ofKind } from "#/api/integration-queries.ts";
import { AlertRulesForm } from "#/features/integrations/alert-rules.tsx";
import { FormStep } from "#/features/integrations/form-step.tsx";
import { IntegrationDialog, type OpenState } from "#/features/integrations/integration-dialog.tsx";
import { OperatorNote } from "#/features/integrations/operator-note.tsx";
import { telegramTexts as words } from "#/features/integrations/telegram-texts.ts";
import { webhookTexts } from "#/features/integrations/webhook-texts.ts";
import { kindTexts } from "#/texts/shared/kind-texts.ts";
import { usePreference } from "#/state/session/preferences.ts";
import { Badge } from "#/ui/badge.tsx";
import { ButtonLink } from "#/ui/button.tsx";

const { logTitle, logHint } = webhookTexts;

/** The chats that are notified of mail, including those whose owner has not pressed Start yet. */
export function TelegramDialog(props: OpenState) {
  const { data } = useQuery(integrationsQuery);
  const splits = usePreference("splits");
  const [link, setLink] = useState("");
  const isWaiting = ofKind(data, "telegram").some((chat) => chat.target === "");
  return (
    <IntegrationDialog
      {...props}
      kind="telegram"
      words={{
        ...words,
        logTitle,
        logHint,
        notSetUp: <OperatorNote service="telegram" text={words.notSetUp} first={words.first} />,
      }}
      hasErrorBox
      waiting={
        <>
          {words.waiting}
          <Badge hue={60}>{words.waitingBadge}</Badge>
        </>
      }
      row={(chat, { open, back }) => ({
        detail: <bdi>{alertsText(chat, splits)}</bdi>,
        actions: [
          {
            icon: <BellRing />,
            label: words.rules,
            onChoose: () =>
              open({
                title: words.rulesTitle,
                description: chat.name,
                content: <AlertRulesForm chat={chat} onDone={back} />,
              }),
          },
        ],
      })}
      form={({ back, refresh }) => (
        <FormStep
          asksPassword
          confirm={words.getLink}
          onCancel={back}
          onConfirm={async (password) => {
            setLink((await call("POST /telegram/link", { password })).url);
            await refresh();
            back();
          }}
        >
          <p className="text-control text-ink-2">{words.connectHint}</p>
        </FormStep>
      )}
    >
      {link !== "" && isWaiting && (
        <div className="mt-4 flex flex-col items-start gap-3 rounded-card border border-line bg-sunken px-4 py-3">
          <p className="text-control text-ink-2">{words.openHint}</p>
          <ButtonLink href={link} target="_blank" rel="noreferrer" tone="primary">
            {words.open}
          </ButtonLink>
        </div>
      )}
    </IntegrationDialog>
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
