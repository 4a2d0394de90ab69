import { ExportMail } from "#/features/transfer/export-mail.tsx";
import { ImportMail } from "#/features/transfer/import-mail.tsx";

/** How mail gets in from files and out into them. */
export function TransferPanel() {
  return (
    <>
      <ImportMail />
      <ExportMail />
    </>
  );
}
