import { DeliveryLog } from "#/features/integrations/delivery-log.tsx";
import { integrationsTexts } from "#/features/integrations/integrations-texts.ts";
import { OperatorNote } from "#/features/integrations/operator-note.tsx";
import { SlackDialog } from "#/features/slack/slack-dialog.tsx";

const { notSetUp, first } = integrationsTexts.slack;

/** The Slack dialog, with the log that integrations of every kind have. */
export function SlackPart({ isOpen }: { isOpen: boolean }) {
  return (
    <SlackDialog
      isOpen={isOpen}
      renderLog={(integration, onBack) => <DeliveryLog hook={integration} onBack={onBack} />}
      operatorNote={<OperatorNote service="slack" text={notSetUp} first={first} />}
    />
  );
}
