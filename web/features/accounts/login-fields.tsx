import { addAccountTexts } from "#/texts/shared/add-account-texts.ts";
import { Check } from "lucide-react";
import type { ReactNode, RefObject } from "react";
import type { AccountFields } from "#/features/accounts/account-fields.ts";
import { HelpLink } from "#/features/accounts/doctor-steps.tsx";
import type { useDiscovery } from "#/features/accounts/use-discovery.ts";
import { pageTexts } from "#/texts/shared/page-texts.ts";
import { Turning } from "#/ui/button.tsx";
import { Field } from "#/ui/form/field.tsx";
import { Input } from "#/ui/form/input.tsx";
import { PasswordInput } from "#/ui/form/password-input.tsx";

type Discovery = ReturnType<typeof useDiscovery>["state"];

/** Address and password. */
export function LoginFields(props: LoginFieldsProps) {
  return (
    <>
      {!props.isSigningIn && <MailField {...props} />}
      {props.signIn}
      {!props.isSigningIn && <PasswordField {...props} />}
    </>
  );
}

interface LoginFieldsProps {
  fields: AccountFields;
  discovery: Discovery;
  /** The password gets the focus if the address is known. */
  password: RefObject<HTMLInputElement | null>;
  /** The ways to continue without a password. */
  signIn: ReactNode;
  /** A sign-in is in progress: the fields are not needed. */
  isSigningIn: boolean;
  onEdit: (change: Partial<AccountFields>) => void;
  onAddressEdited: () => void;
  onAddressDone: () => void;
}

function MailField({ fields, discovery, onEdit, ...props }: LoginFieldsProps) {
  return (
    <Field label={addAccountTexts.mail} hint={<DiscoveryLine discovery={discovery} />}>
      {(control) => (
        <Input
          {...control}
          type="email"
          name="account_mail"
          autoComplete="email"
          spellCheck={false}
          required
          value={fields.mail}
          onChange={(event) => {
            props.onAddressEdited();
            onEdit({ mail: event.target.value });
          }}
          onBlur={props.onAddressDone}
        />
      )}
    </Field>
  );
}

function PasswordField({ fields, discovery, password, onEdit }: LoginFieldsProps) {
  const appPasswordUrl = discovery.kind === "found" ? discovery.settings.appPasswordUrl : null;
  return (
    <Field
      label={addAccountTexts.pass}
      hint={appPasswordUrl && <AppPasswordHint url={appPasswordUrl} />}
    >
      {(control) => (
        <PasswordInput
          {...control}
          ref={password}
          name="account_pass"
          // The mailbox's password differs from the one of this site, which a password manager would fill in.
          autoComplete="off"
          required
          value={fields.pass}
          onChange={(event) => onEdit({ pass: event.target.value })}
          showLabel={pageTexts.showPassword}
          hideLabel={pageTexts.hidePassword}
        />
      )}
    </Field>
  );
}

/** Always one line high, to avoid a layout shift when the servers are found. */
function DiscoveryLine({ discovery }: { discovery: Discovery }) {
  return (
    <output className="flex min-h-4 items-center gap-1.5">
      {discovery.kind === "idle" && addAccountTexts.findable}
      {discovery.kind === "looking" && (
        <>
          <Turning /> {addAccountTexts.finding}
        </>
      )}
      {discovery.kind === "found" && (
        <span className="flex items-center gap-1.5 text-success">
          <Check size={14} strokeWidth={2} aria-hidden="true" /> {addAccountTexts.found}
          {discovery.settings.providerName && ` · ${discovery.settings.providerName}`}
        </span>
      )}
      {discovery.kind === "not found" && addAccountTexts.notFound}
    </output>
  );
}

function AppPasswordHint({ url }: { url: string }) {
  return (
    <span className="text-ink-2">
      {addAccountTexts.appPassword} <HelpLink url={url} label={addAccountTexts.appPasswordLink} />
    </span>
  );
}
