import { addAccountTexts } from "#/texts/shared/add-account-texts.ts";
import type { MailSettings } from "@inlet/contract/mail/accounts.ts";
import { useState } from "react";
import type { AccountFields } from "#/features/accounts/account-fields.ts";
import { FoldedFields } from "#/features/accounts/folded-fields.tsx";
import { OutgoingInputs } from "#/features/accounts/outgoing-inputs.tsx";

/** The outgoing server, collapsed: if left empty, it is discovered. The discovered value is shown as a hint. */
export function OutgoingFields(props: {
  fields: AccountFields;
  found: MailSettings | null;
  onEdit: (change: Partial<AccountFields>) => void;
}) {
  const { fields, found, onEdit } = props;
  const [isOpen, setOpen] = useState(false);
  return (
    <FoldedFields label={addAccountTexts.outgoing} isOpen={isOpen} onToggle={setOpen}>
      <p className="text-label text-ink-3">{addAccountTexts.outgoingHint}</p>
      <OutgoingInputs
        fields={fields}
        usualHost={found?.smtp_host ?? ""}
        usualPort={found?.smtp_port ? String(found.smtp_port) : ""}
        onEdit={onEdit}
      />
    </FoldedFields>
  );
}
