import type { MailSettings } from "@inlet/contract/accounts.ts";
import { ChevronRight } from "lucide-react";
import { useId, useState } from "react";
import type { AccountFields } from "#/features/accounts/account-fields.ts";
import { cn } from "#/lib/class-names.ts";
import { pageTexts } from "#/lib/page-texts.ts";
import { texts } from "#/lib/texts.ts";
import { Field } from "#/ui/field.tsx";
import { Input } from "#/ui/input.tsx";
import { PasswordInput } from "#/ui/password-input.tsx";
import { Switch } from "#/ui/switch.tsx";

/** The outgoing server, folded away: left empty, it is found. What was found stands there as a hint. */
export function OutgoingFields(props: {
  fields: AccountFields;
  found: MailSettings | null;
  onEdit: (change: Partial<AccountFields>) => void;
}) {
  const { fields, found, onEdit } = props;
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <div className="border-t border-line pt-3">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        className="-mx-1.5 flex h-8 items-center gap-1.5 rounded-control px-1.5 text-control font-medium text-ink-2 transition-colors hover:text-ink coarse:h-11"
      >
        <ChevronRight
          size={16}
          aria-hidden="true"
          className={cn("transition-transform", isOpen && "rotate-90")}
        />
        {texts.addAccount.outgoing}
      </button>
      <div id={id} hidden={!isOpen} className={cn(isOpen && "mt-2 flex flex-col gap-4")}>
        <p className="text-label text-ink-3">{texts.addAccount.outgoingHint}</p>
        <div className="grid grid-cols-[1fr_6rem] gap-3">
          <Field label={texts.addAccount.smtpHost}>
            {(control) => (
              <Input
                {...control}
                name="smtp_host"
                inputMode="url"
                autoCapitalize="none"
                spellCheck={false}
                placeholder={found?.smtp_host ?? ""}
                value={fields.smtpHost}
                onChange={(event) => onEdit({ smtpHost: event.target.value })}
              />
            )}
          </Field>
          <Field label={texts.addAccount.smtpPort}>
            {(control) => (
              <Input
                {...control}
                name="smtp_port"
                inputMode="numeric"
                className="tabular"
                placeholder={found?.smtp_port ? String(found.smtp_port) : ""}
                value={fields.smtpPort}
                onChange={(event) => onEdit({ smtpPort: event.target.value.replace(/\D/g, "") })}
              />
            )}
          </Field>
        </div>
        <Switch
          label={texts.addAccount.smtpTls}
          isOn={fields.smtpTls}
          onChange={(smtpTls) => onEdit({ smtpTls })}
        />
        <Field label={texts.addAccount.smtpUser}>
          {(control) => (
            <Input
              {...control}
              name="smtp_user"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              value={fields.smtpUser}
              onChange={(event) => onEdit({ smtpUser: event.target.value })}
            />
          )}
        </Field>
        <Field label={texts.addAccount.smtpPass}>
          {(control) => (
            <PasswordInput
              {...control}
              name="smtp_pass"
              autoComplete="off"
              value={fields.smtpPass}
              onChange={(event) => onEdit({ smtpPass: event.target.value })}
              showLabel={pageTexts.showPassword}
              hideLabel={pageTexts.hidePassword}
            />
          )}
        </Field>
      </div>
    </div>
  );
}
