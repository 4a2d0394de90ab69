import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { webhookTexts as words } from "#/features/integrations/webhook-texts.ts";
import { Button } from "#/ui/button.tsx";
import { DialogBody, DialogFooter } from "#/ui/dialog.tsx";

/** A secret that is shown only once. */
export function ShownSecret(props: { secret: string; hint: string; onDone: () => void }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(props.secret);
    setCopied(true);
  };
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
        {/* Browsers offer the clipboard only to pages served over HTTPS. */}
        {window.isSecureContext && (
          <Button onClick={() => void copy()}>
            {isCopied ? (
              <Check size={16} strokeWidth={1.75} aria-hidden="true" />
            ) : (
              <Copy size={16} strokeWidth={1.75} aria-hidden="true" />
            )}
            <span aria-live="polite">{isCopied ? words.copied : words.copy}</span>
          </Button>
        )}
      </DialogBody>
      <DialogFooter>
        <Button tone="primary" size="large" onClick={props.onDone}>
          {words.kept}
        </Button>
      </DialogFooter>
    </>
  );
}
