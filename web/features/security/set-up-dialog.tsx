import type { Api } from "@inlet/contract/api.ts";
import { type FormEvent, useId, useState } from "react";
import { call } from "#/api/client.ts";
import { sentenceOf } from "#/lib/sentence-of.ts";
import { FormFooter } from "#/ui/form/form-footer.tsx";
import { PasswordStep } from "#/features/security/password-step.tsx";
import { QrCode } from "#/features/security/qr-code.tsx";
import { RecoveryCodes } from "#/features/security/recovery-codes.tsx";
import { securityTexts } from "#/features/security/security-texts.ts";
import { Dialog, DialogBody } from "#/ui/dialog.tsx";
import { Field } from "#/ui/form/field.tsx";
import { FormError } from "#/ui/form/form-error.tsx";
import { Input } from "#/ui/form/input.tsx";

const words = securityTexts.secondFactor;

type Started = Api["POST /user/authenticator"]["output"];
type Step =
  | { name: "password" }
  | { name: "scan"; started: Started }
  | { name: "codes"; codes: string[] };

/** Dialog to set up a second factor: the password, the app, its first code, and the recovery codes. */
export function SetUpDialog(props: {
  isOpen: boolean;
  onClose: () => void;
  onStarted: () => unknown;
}) {
  const [step, setStep] = useState<Step>({ name: "password" });
  return (
    <Dialog
      isOpen={props.isOpen}
      onOpenChange={(isOpen) => !isOpen && props.onClose()}
      title={step.name === "codes" ? securityTexts.codes.title : words.startTitle}
      closeLabel={securityTexts.close}
      width="narrow"
    >
      {step.name === "password" && (
        <PasswordStep
          asksFirst
          confirm={securityTexts.continue}
          onCancel={props.onClose}
          onConfirm={async (password) => {
            const started = await call("POST /user/authenticator", { password });
            setStep({ name: "scan", started });
          }}
        />
      )}
      {step.name === "scan" && (
        <ScanStep
          started={step.started}
          onCancel={props.onClose}
          onConfirmed={(codes) => {
            setStep({ name: "codes", codes });
            props.onStarted();
          }}
        />
      )}
      {step.name === "codes" && <RecoveryCodes codes={step.codes} onDone={props.onClose} />}
    </Dialog>
  );
}

function ScanStep(props: {
  started: Started;
  onCancel: () => void;
  onConfirmed: (codes: string[]) => void;
}) {
  const form = useId();
  const [code, setCode] = useState("");
  const [error, setError] = useState("");
  const [isBusy, setBusy] = useState(false);
  const confirm = async () => {
    setBusy(true);
    setError("");
    try {
      const answer = await call("POST /user/authenticator/confirm", { code });
      props.onConfirmed(answer.recoveryCodes);
    } catch (failure) {
      setError(sentenceOf(failure, securityTexts.failed));
      setBusy(false);
    }
  };
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    if (code.trim() === "") setError(words.codeMissing);
    else void confirm();
  };
  const { secret, uri } = props.started;
  return (
    <>
      <DialogBody>
        <form id={form} noValidate onSubmit={handleSubmit} className="flex flex-col gap-4">
          <FormError>{error}</FormError>
          <p className="text-control text-ink-2">{words.scan}</p>
          <div className="self-center">
            <QrCode text={uri} label={words.picture} />
          </div>
          <div className="text-center">
            <p className="text-label text-ink-3">{words.byHand}</p>
            <p className="mt-1 font-mono text-control wrap-anywhere text-ink select-all">
              {secret.match(/.{1,4}/g)?.join(" ")}
            </p>
          </div>
          <Field label={words.code} hint={words.codeHint}>
            {(control) => (
              <Input
                {...control}
                inputMode="numeric"
                autoComplete="one-time-code"
                required
                maxLength={16}
                value={code}
                onChange={(event) => {
                  setError("");
                  setCode(event.target.value);
                }}
                className="tabular"
              />
            )}
          </Field>
        </form>
      </DialogBody>
      <FormFooter
        form={form}
        submit={words.confirm}
        words={{ cancel: securityTexts.cancel, busy: securityTexts.checking }}
        isBusy={isBusy}
        onCancel={props.onCancel}
      />
    </>
  );
}
