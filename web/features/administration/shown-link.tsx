import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { adminTexts } from "#/features/administration/admin-texts.ts";
import { Button } from "#/ui/button.tsx";
import { DialogBody, DialogFooter } from "#/ui/dialog.tsx";

/** A link that is shown only once. */
export function ShownLink(props: { url: string; hint: string; onDone: () => void }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(props.url);
    setCopied(true);
  };
  const Icon = isCopied ? Check : Copy;
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
        {/* Browsers offer the clipboard only to pages served over HTTPS. */}
        {window.isSecureContext && (
          <Button onClick={() => void copy()}>
            <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
            <span aria-live="polite">{isCopied ? adminTexts.copied : adminTexts.copy}</span>
          </Button>
        )}
      </DialogBody>
      <DialogFooter>
        <Button tone="primary" size="large" onClick={props.onDone}>
          {adminTexts.done}
        </Button>
      </DialogFooter>
    </>
  );
}
