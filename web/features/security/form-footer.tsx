import { securityTexts } from "#/features/security/security-texts.ts";
import { Button } from "#/ui/button.tsx";
import { DialogFooter } from "#/ui/dialog.tsx";

/** The foot of a dialog that is a form: leave it, or send it. */
export function FormFooter(props: {
  /** The id of the form. */
  form: string;
  submit: string;
  /** What stands there instead while it is sent. */
  submitting?: string;
  tone?: "primary" | "danger";
  isBusy: boolean;
  /** What is under way cannot be taken back. */
  isHeld?: boolean;
  onCancel: () => void;
}) {
  return (
    <DialogFooter>
      <Button tone="quiet" size="large" disabled={props.isHeld ?? false} onClick={props.onCancel}>
        {securityTexts.cancel}
      </Button>
      <Button
        type="submit"
        form={props.form}
        tone={props.tone ?? "primary"}
        size="large"
        disabled={props.isBusy}
        isBusy={props.isBusy}
      >
        {props.isBusy ? (props.submitting ?? securityTexts.checking) : props.submit}
      </Button>
    </DialogFooter>
  );
}
