import { adminTexts } from "#/features/administration/admin-texts.ts";
import { Button } from "#/ui/button.tsx";
import { CopyButton } from "#/ui/copy-button.tsx";
import { DialogBody, DialogFooter } from "#/ui/dialog.tsx";

/** A link that is shown only once. */
export function ShownLink(props: { url: string; hint: string; onDone: () => void }) {
  return (
    <>
      <DialogBody className="flex flex-col items-start gap-4">
        <p className="text-control text-ink-2">{props.hint}</p>
        <output
          aria-label={adminTexts.link}
          className="block w-full rounded-card border border-line bg-sunken px-4 py-3 font-mono text-control wrap-anywhere select-all"
        >
          {props.url}
        </output>
        <CopyButton text={props.url} />
      </DialogBody>
      <DialogFooter>
        <Button tone="primary" size="large" onClick={props.onDone}>
          {adminTexts.done}
        </Button>
      </DialogFooter>
    </>
  );
}
