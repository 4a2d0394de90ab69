import { ExportMail } from "#/features/transfer/export-mail.tsx";
import { ImportMail } from "#/features/transfer/import-mail.tsx";

/** Import of mail from files, and export to files. */
export function TransferPanel() {
  return (
    <>
      <ImportMail />
      <ExportMail />
    </>
  );
}
