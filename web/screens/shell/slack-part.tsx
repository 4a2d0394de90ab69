import { DeliveryLog } from "#/features/integrations/delivery-log.tsx";
import { SlackDialog } from "#/features/slack/slack-dialog.tsx";

/** The Slack dialog, with the log that integrations of every kind have. */
export function SlackPart({ isOpen }: { isOpen: boolean }) {
  return (
    <SlackDialog
      isOpen={isOpen}
      renderLog={(integration, onBack) => <DeliveryLog hook={integration} onBack={onBack} />}
    />
  );
}
