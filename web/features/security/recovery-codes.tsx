import { Download, Printer } from "lucide-react";
import { securityTexts } from "#/features/security/security-texts.ts";
import { useSession } from "#/state/session/session.ts";
import { Button } from "#/ui/button.tsx";
import { CopyButton } from "#/ui/copy-button.tsx";
import { DialogBody, DialogFooter } from "#/ui/dialog.tsx";

const words = securityTexts.codes;
const icon = { size: 16, strokeWidth: 1.75, "aria-hidden": true } as const;

/** Part of a dialog that shows recovery codes, once, with buttons to save them. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const email = useSession(({ user }) => user?.email ?? "");
  return (
    <>
      <DialogBody className="flex flex-col gap-4">
        <p className="text-control text-ink-2">{words.hint}</p>
        <ul
          aria-label={words.list}
          data-print
          className="grid grid-cols-2 gap-x-4 gap-y-2 rounded-card border border-line bg-sunken px-4 py-3 text-center font-mono text-control tabular max-[22rem]:grid-cols-1"
        >
          {codes.map((code) => (
            <li key={code} className="whitespace-nowrap">
              {code}
            </li>
          ))}
        </ul>
        <div className="flex flex-wrap gap-2">
          <CopyButton text={codes.join("\n")} />
          <Button onClick={() => download([words.fileTitle(email), "", ...codes, ""].join("\n"))}>
            <Download {...icon} />
            {words.download}
          </Button>
          <Button onClick={() => window.print()}>
            <Printer {...icon} />
            {words.print}
          </Button>
        </div>
      </DialogBody>
      <DialogFooter>
        <Button tone="primary" size="large" onClick={onDone}>
          {words.kept}
        </Button>
      </DialogFooter>
    </>
  );
}

function download(text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  const link = Object.assign(document.createElement("a"), { href: url, download: words.fileName });
  link.click();
  URL.revokeObjectURL(url);
}
