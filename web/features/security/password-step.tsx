import { useQuery } from "@tanstack/react-query";
import { securityQuery } from "#/api/security-queries.ts";
import { securityTexts } from "#/features/security/security-texts.ts";
import { ConfirmStep, type ConfirmStepProps } from "#/ui/confirm-step.tsx";

const { password, passwordFirst } = securityTexts.secondFactor;
const { noPassword, failed, cancel, checking: busy } = securityTexts;
const words = { password, noPassword, failed, cancel, busy };

type Props = Omit<ConfirmStepProps, "words" | "hasPassword" | "asksPassword"> & {
  asksFirst?: boolean;
};

/**
 * Asks for the password before a dialog continues, with the texts of this section; with `asksFirst` it says that the password
 * comes first, and why.
 */
export function PasswordStep({ asksFirst = false, ...props }: Props) {
  // Loaded already for the panel behind the dialog.
  const { data: security } = useQuery({ ...securityQuery, staleTime: Infinity });
  return (
    <ConfirmStep
      {...props}
      asksPassword
      hasPassword={security?.hasPassword ?? true}
      words={asksFirst ? { ...words, passwordFirst } : words}
    />
  );
}
