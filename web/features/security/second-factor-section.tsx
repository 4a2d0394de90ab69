import type { Security } from "@inlet/contract/auth/security.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "#/api/client.ts";
import { securityQuery } from "#/api/security-queries.ts";
import { PasswordStep } from "#/features/security/password-step.tsx";
import { RecoveryCodes } from "#/features/security/recovery-codes.tsx";
import { securityTexts } from "#/features/security/security-texts.ts";
import { SetUpDialog } from "#/features/security/set-up-dialog.tsx";
import { useOpening } from "#/features/security/use-opening.ts";
import { notify } from "#/state/changes/toasts.ts";
import { Badge } from "#/ui/badge.tsx";
import { Button } from "#/ui/button.tsx";
import { Dialog } from "#/ui/dialog.tsx";
import { SettingCard } from "#/ui/settings/setting-card.tsx";

const words = securityTexts.secondFactor;

/** Shows whether signing in has a second step, and turns it on or off. */
export function SecondFactorSection({ security }: { security: Security }) {
  const client = useQueryClient();
  const start = useOpening();
  const stop = useOpening();
  const renewal = useOpening();
  const { hasSecondFactor: isOn, recoveryCodesLeft } = security;
  const refresh = () => client.invalidateQueries({ queryKey: securityQuery.queryKey });
  return (
    <SettingCard
      title={words.title}
      badge={
        <Badge className={isOn ? "bg-selected text-accent-ink" : ""}>
          {isOn ? words.on : words.off}
        </Badge>
      }
      hint={isOn ? words.onHint(recoveryCodesLeft) : words.offHint}
      actions={
        isOn ? (
          <>
            <Button onClick={renewal.open}>{words.renew}</Button>
            <Button onClick={stop.open}>{words.stop}</Button>
          </>
        ) : (
          <Button onClick={start.open}>{words.start}</Button>
        )
      }
    >
      <SetUpDialog
        key={`start ${start.round}`}
        isOpen={start.isOpen}
        onClose={start.close}
        onStarted={refresh}
      />
      <StopDialog
        key={`stop ${stop.round}`}
        isOpen={stop.isOpen}
        onClose={stop.close}
        onStopped={refresh}
      />
      <RenewDialog
        key={`renew ${renewal.round}`}
        isOpen={renewal.isOpen}
        onClose={renewal.close}
        onRenewed={refresh}
      />
    </SettingCard>
  );
}

function StopDialog(props: { isOpen: boolean; onClose: () => void; onStopped: () => unknown }) {
  return (
    <Dialog
      isOpen={props.isOpen}
      onOpenChange={(isOpen) => !isOpen && props.onClose()}
      title={words.stopTitle}
      closeLabel={securityTexts.close}
      width="narrow"
    >
      <PasswordStep
        hint={words.stopQuestion}
        confirm={words.stop}
        tone="danger"
        onCancel={props.onClose}
        onConfirm={async (password) => {
          await call("POST /user/authenticator/remove", { password });
          props.onClose();
          props.onStopped();
          notify(words.stopped);
        }}
      />
    </Dialog>
  );
}

function RenewDialog(props: { isOpen: boolean; onClose: () => void; onRenewed: () => unknown }) {
  const [codes, setCodes] = useState<string[] | null>(null);
  return (
    <Dialog
      isOpen={props.isOpen}
      onOpenChange={(isOpen) => !isOpen && props.onClose()}
      title={codes ? securityTexts.codes.title : words.renewTitle}
      closeLabel={securityTexts.close}
      width="narrow"
    >
      {codes ? (
        <RecoveryCodes codes={codes} onDone={props.onClose} />
      ) : (
        <PasswordStep
          hint={words.renewQuestion}
          confirm={securityTexts.continue}
          onCancel={props.onClose}
          onConfirm={async (password) => {
            const answer = await call("POST /user/recovery-codes", { password });
            setCodes(answer.recoveryCodes);
            props.onRenewed();
          }}
        />
      )}
    </Dialog>
  );
}
