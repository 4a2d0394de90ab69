import { webhookTexts as words } from "#/features/integrations/webhook-texts.ts";
import { Button } from "#/ui/button.tsx";
import { CopyButton } from "#/ui/copy-button.tsx";
import { DialogBody, DialogFooter } from "#/ui/dialog.tsx";

/** A secret that is shown only once. */
export function ShownSecret(props: { secret: string; hint: string; onDone: () => void }) {
  return (
    <>
      <DialogBody className="flex flex-col items-start gap-4">
        <p className="text-control text-ink-2">{props.hint}</p>
        <output
          aria-label={words.secret}
          className="block w-full rounded-card border border-line bg-sunken px-4 py-3 font-mono text-control wrap-anywhere select-all"
        >
          {props.secret}
        </output>
        <CopyButton text={props.secret} />
      </DialogBody>
      <DialogFooter>
        <Button tone="primary" size="large" onClick={props.onDone}>
          {words.kept}
        </Button>
      </DialogFooter>
    </>
  );
}
