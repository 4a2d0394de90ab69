import type { Email } from "@inlet/contract/email.ts";
import { ImageOff } from "lucide-react";
import { useState } from "react";
import { call } from "#/api/client.ts";
import { MailFrame } from "#/features/mail-frame/mail-frame.tsx";
import { frameTexts } from "#/features/mail-frame/frame-texts.ts";
import { useTheme } from "#/state/theme.tsx";
import { warn } from "#/state/toasts.ts";
import { Button } from "#/ui/button.tsx";

/** A mail's content in its frame. Remote images stay away until they are asked for. */
export function MessageBody(props: {
  email: Email;
  onKey: (key: string) => void;
  /** A mail address was clicked, as a `mailto:` URL. */
  onMailto: (url: string) => void;
}) {
  const { email } = props;
  const { shownTheme } = useTheme();
  // Renewed signatures must not make the frame render the mail again.
  const [own] = useState(() => ownImages(email));
  const [remote, setRemote] = useState<Readonly<Record<string, string>> | null>(null);
  const [isLoading, setLoading] = useState(false);

  const load = async () => {
    setLoading(true);
    try {
      const { images } = await call("GET /email/{emailId}/images", { emailId: email.id });
      setRemote(Object.fromEntries(images.map(({ source, url }) => [source, url])));
    } catch {
      warn(frameTexts.imagesFailed);
    } finally {
      setLoading(false);
    }
  };

  return (
    <>
      {email.remoteImages > 0 && remote === null && (
        <div className="mb-4 flex items-center gap-3 rounded-control bg-canvas py-1.5 pr-1.5 pl-3 text-control text-ink-2">
          <ImageOff
            size={16}
            strokeWidth={1.75}
            aria-hidden="true"
            className="shrink-0 text-ink-3"
          />
          <span className="min-w-0 flex-1">{frameTexts.imagesBlocked(email.remoteImages)}</span>
          <Button disabled={isLoading} isBusy={isLoading} onClick={() => void load()}>
            {frameTexts.loadImages}
          </Button>
        </div>
      )}
      <MailFrame
        mail={{
          id: email.id,
          html: email.body,
          text: email.bodyPlain,
          images: { ...own, ...remote },
        }}
        theme={shownTheme}
        onKey={props.onKey}
        onMailto={props.onMailto}
      />
    </>
  );
}

function ownImages(email: Email): Record<string, string> {
  return Object.fromEntries(
    email.attachments.flatMap(({ cid, url }) => (cid === null ? [] : [[`cid:${cid}`, url]])),
  );
}
