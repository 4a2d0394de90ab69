import { Button } from "#/ui/button.tsx";
import { DialogFooter } from "#/ui/dialog.tsx";

/** Footer of a dialog with a form: cancel and submit. */
export function FormFooter(props: {
  /** Id of the form. */
  form: string;
  submit: string;
  /** `busy` replaces `submit` while the form is being sent. */
  words: { cancel: string; busy: string };
  tone?: "primary" | "danger";
  isBusy: boolean;
  /** The running action cannot be canceled. */
  isHeld?: boolean;
  onCancel: () => void;
}) {
  return (
    <DialogFooter>
      <Button tone="quiet" size="large" disabled={props.isHeld ?? false} onClick={props.onCancel}>
        {props.words.cancel}
      </Button>
      <Button
        type="submit"
        form={props.form}
        tone={props.tone ?? "primary"}
        size="large"
        disabled={props.isBusy}
        isBusy={props.isBusy}
      >
        {props.isBusy ? props.words.busy : props.submit}
      </Button>
    </DialogFooter>
  );
}
