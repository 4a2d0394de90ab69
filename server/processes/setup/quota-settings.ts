import type { Config } from "#/config.ts";
import { type QuotaSettings, usualQuotas } from "#/store/users/quotas.ts";

/** Returns the operator's limits per user. */
export function quotasOf({ quotas }: Config): QuotaSettings {
  const { sendsPerHour, sendsPerDay, recipientsPerDay, accountTestsPerDay, uploadBytes } = quotas;
  const { allowances, importBytes } = usualQuotas;
  return {
    allowances: {
      ...allowances,
      sends: { perHour: sendsPerHour, perDay: sendsPerDay },
      recipients: { perHour: recipientsPerDay, perDay: recipientsPerDay },
      accountTests: {
        perHour: Math.min(allowances.accountTests.perHour, accountTestsPerDay),
        perDay: accountTestsPerDay,
      },
    },
    uploadBytes,
    importBytes,
    isOpen: quotas.isOpen,
  };
}
