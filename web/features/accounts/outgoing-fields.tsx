import { addAccountTexts } from "#/texts/shared/add-account-texts.ts";
import type { MailSettings } from "@inlet/contract/mail/accounts.ts";
import { ChevronRight } from "lucide-react";
import { useId, useState } from "react";
import type { AccountFields } from "#/features/accounts/account-fields.ts";
import { OutgoingInputs } from "#/features/accounts/outgoing-inputs.tsx";
import { cn } from "#/lib/class-names.ts";

/** The outgoing server, collapsed: if left empty, it is discovered. The discovered value is shown as a hint. */
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
        {addAccountTexts.outgoing}
      </button>
      <div id={id} hidden={!isOpen} className={cn(isOpen && "mt-2 flex flex-col gap-4")}>
        <p className="text-label text-ink-3">{addAccountTexts.outgoingHint}</p>
        <OutgoingInputs
          fields={fields}
          usualHost={found?.smtp_host ?? ""}
          usualPort={found?.smtp_port ? String(found.smtp_port) : ""}
          onEdit={onEdit}
        />
      </div>
    </div>
  );
}
