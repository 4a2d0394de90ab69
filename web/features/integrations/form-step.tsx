import { useQuery } from "@tanstack/react-query";
import { securityQuery } from "#/api/security-queries.ts";
import { webhookTexts } from "#/features/integrations/webhook-texts.ts";
import { texts } from "#/texts/shared/app-texts.ts";
import { ConfirmStep, type ConfirmStepProps } from "#/ui/confirm-step.tsx";

const { password, noPassword, busy, failed } = webhookTexts;
const words = { password, noPassword, busy, failed, cancel: texts.cancel };

type Props = Omit<ConfirmStepProps, "words" | "hint" | "hasPassword" | "asksPassword"> & {
  asksPassword?: boolean;
};

/** Form of a dialog, with the texts for integrations. */
export function FormStep({ asksPassword = false, ...props }: Props) {
  const { data: security } = useQuery({ ...securityQuery, enabled: asksPassword });
  const hasPassword = security?.hasPassword ?? true;
  return <ConfirmStep {...props} {...{ asksPassword, hasPassword, words }} />;
}
