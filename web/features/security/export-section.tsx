import { call } from "#/api/client.ts";
import { PasswordStep } from "#/features/security/password-step.tsx";
import { securityTexts } from "#/features/security/security-texts.ts";
import { useOpening } from "#/features/security/use-opening.ts";
import { notify } from "#/state/changes/toasts.ts";
import { Button } from "#/ui/button.tsx";
import { Dialog } from "#/ui/dialog.tsx";
import { SettingCard } from "#/ui/settings/setting-card.tsx";

const words = securityTexts.export;

/** Section to export everything. */
export function ExportSection() {
  const dialog = useOpening();
  return (
    <SettingCard
      title={words.title}
      hint={words.hint}
      actions={<Button onClick={dialog.open}>{words.open}</Button>}
    >
      <Dialog
        key={dialog.round}
        isOpen={dialog.isOpen}
        onOpenChange={(isOpen) => !isOpen && dialog.close()}
        title={words.title}
        closeLabel={securityTexts.close}
        width="narrow"
      >
        <PasswordStep
          asksFirst
          hint={words.question}
          confirm={words.confirm}
          onCancel={dialog.close}
          onConfirm={async (password) => {
            const { url } = await call("POST /user/export", { password });
            dialog.close();
            // A download does not leave the page.
            window.location.assign(url);
            notify(words.started);
          }}
        />
      </Dialog>
    </SettingCard>
  );
}
