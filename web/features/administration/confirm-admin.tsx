import { useQuery } from "@tanstack/react-query";
import { securityQuery } from "#/api/security-queries.ts";
import { adminTexts } from "#/features/administration/admin-texts.ts";
import { ConfirmStep, type ConfirmStepProps } from "#/ui/confirm-step.tsx";

const { password, noPassword, failed, cancel, saving } = adminTexts;

type Props = Omit<ConfirmStepProps, "words" | "hasPassword" | "asksPassword"> & { busy?: string };

/** Asks for the administrator's password before an action that locks users out or lets someone in. */
export function ConfirmAdmin({ busy = saving, ...props }: Props) {
  const { data: security } = useQuery({ ...securityQuery, staleTime: Infinity });
  return (
    <ConfirmStep
      {...props}
      asksPassword
      hasPassword={security?.hasPassword ?? true}
      words={{ password, noPassword, failed, cancel, busy }}
    />
  );
}
