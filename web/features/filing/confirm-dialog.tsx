import { useRef } from "react";
import { texts } from "#/texts/shared/app-texts.ts";
import { Button } from "#/ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#/ui/dialog.tsx";

/** Asks before messages are deleted permanently. */
export function ConfirmDialog(props: {
  isOpen: boolean;
  title: string;
  question: string;
  hint?: string | undefined;
  confirm: string;
  onClose: () => void;
  onConfirm: () => void;
}) {
  const cancel = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      isOpen={props.isOpen}
      onOpenChange={(isOpen) => !isOpen && props.onClose()}
      title={props.title}
      closeLabel={texts.close}
      role="alertdialog"
      width="narrow"
      initialFocus={cancel}
    >
      <DialogBody className="flex flex-col gap-3">
        <p className="text-ui">{props.question}</p>
        {props.hint && <p className="text-control text-ink-3">{props.hint}</p>}
      </DialogBody>
      <DialogFooter>
        <Button ref={cancel} onClick={props.onClose}>
          {texts.cancel}
        </Button>
        <Button tone="danger" onClick={props.onConfirm}>
          {props.confirm}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
