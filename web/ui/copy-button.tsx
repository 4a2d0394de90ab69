import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { copyTexts } from "#/texts/shared/copy-texts.ts";
import { Button } from "#/ui/button.tsx";

/** A button that copies a text and then shows whether that succeeded. */
export function CopyButton({ text }: { text: string }) {
  const [state, setState] = useState<keyof typeof copyTexts>("copy");
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setState("copied"),
      // The user or the browser's policy may refuse the clipboard; the text can still be selected.
      () => setState("failed"),
    );
  // Browsers offer the clipboard only to pages served over HTTPS.
  if (!window.isSecureContext) return null;
  const Icon = state === "copied" ? Check : Copy;
  return (
    <Button onClick={() => void copy()}>
      <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
      <span aria-live="polite">{copyTexts[state]}</span>
    </Button>
  );
}
