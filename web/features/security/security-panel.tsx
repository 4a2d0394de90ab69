import { useQuery } from "@tanstack/react-query";
import { securityQuery } from "#/api/security-queries.ts";
import { ActivitySection } from "#/features/security/activity-section.tsx";
import { ConnectedSection } from "#/features/security/connected-section.tsx";
import { DeleteAccount } from "#/features/security/delete-account.tsx";
import { DeviceList } from "#/features/security/device-list.tsx";
import { ExportSection } from "#/features/security/export-section.tsx";
import { PasskeySection } from "#/features/security/passkey-section.tsx";
import { PasswordSection } from "#/features/security/password-section.tsx";
import { SecondFactorSection } from "#/features/security/second-factor-section.tsx";
import { pageTexts } from "#/texts/shared/page-texts.ts";
import { TokenSection } from "#/features/security/token-section.tsx";
import { ErrorState } from "#/ui/error-state.tsx";

/** Settings that protect the account, and the deletion of the account. */
export function SecurityPanel() {
  const { data: security, error, refetch } = useQuery(securityQuery);
  if (!security && error) {
    return (
      <ErrorState
        title={pageTexts.failed.title}
        message={error.message}
        retryLabel={pageTexts.failed.retry}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!security) return null;
  return (
    <>
      <PasswordSection security={security} />
      <SecondFactorSection security={security} />
      <PasskeySection />
      <ConnectedSection />
      <DeviceList />
      <ActivitySection />
      <TokenSection />
      <ExportSection />
      <DeleteAccount hasPassword={security.hasPassword} />
    </>
  );
}
