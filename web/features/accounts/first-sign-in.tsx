import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { isAddress } from "#/features/accounts/account-fields.ts";
import { accountTexts } from "#/features/accounts/account-texts.ts";
import { MailSignIn, providersQuery } from "#/features/accounts/mail-sign-in.tsx";
import { rereadAccounts } from "#/features/accounts/reread-accounts.ts";
import { locale } from "#/lib/locale.ts";
import { notify } from "#/state/changes/toasts.ts";
import { useSession } from "#/state/session/session.ts";
import { FormError } from "#/ui/form/form-error.tsx";

/** The addresses whose mailboxes are opened by signing in at a provider. */
const addressesOf = {
  google: /@(?:gmail|googlemail)\./i,
  microsoft: /@(?:outlook|hotmail|live|msn)\./i,
};

const { signIn: words, providers: names } = accountTexts;

/** The ways to connect the first mailbox without a password, and the provider of the address if this server does not have it. */
export function FirstSignIn({ mail }: { mail: string }) {
  const client = useQueryClient();
  const { data: providers = [] } = useQuery(providersQuery);
  const isAdmin = useSession((session) => session.user?.role === "admin");
  const [error, setError] = useState("");
  const missing = providers.filter(
    ({ provider, isSetUp }) => !isSetUp && addressesOf[provider].test(mail),
  );
  return (
    <div className="flex flex-col gap-2 has-[>:only-child]:contents">
      <FormError>{error}</FormError>
      <MailSignIn
        request={() => (isAddress(mail) ? { account_mail: mail.trim() } : {})}
        onConnected={({ mail: connected }) => {
          notify(words.connected(connected));
          void rereadAccounts(client);
        }}
        onError={setError}
      />
      {missing.length > 0 && !isAdmin && (
        <p className="text-label text-ink-3">
          {words.notSetUpHere(
            new Intl.ListFormat(locale).format(missing.map(({ provider }) => names[provider])),
          )}
        </p>
      )}
      {isAdmin &&
        missing.map(({ provider, variables }) => (
          <p key={provider} className="text-label wrap-anywhere text-ink-3">
            {words.setUp(names[provider], variables)}
          </p>
        ))}
    </div>
  );
}
