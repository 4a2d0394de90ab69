import type { Email } from "@inlet/contract/email.ts";
import { openDraft } from "#/features/compose/draft.ts";
import { draftOfMailto } from "#/features/compose/mailto.ts";
import { MessageBody } from "#/features/mail-frame/message-body.tsx";
import { Reader } from "#/features/reader/reader.tsx";
import type { KeyMap } from "#/lib/use-keys.ts";
import { setComposing } from "#/state/open-dialogs.ts";

/** The open mail: the reader, and the frame that shows the body in it. */
export function OpenMail(props: {
  emailId: string;
  onBack: () => void;
  /** The list is not beside it. */
  isAlone: boolean;
  onReply: (email: Email) => void;
  keys: KeyMap;
}) {
  return (
    <Reader
      key={props.emailId}
      emailId={props.emailId}
      onBack={props.onBack}
      isAlone={props.isAlone}
      onReply={props.onReply}
      renderBody={(email) => (
        <MessageBody email={email} onKey={(key) => props.keys[key]?.()} onMailto={writeTo} />
      )}
    />
  );
}

/** A mail address in a mail starts a new mail, never a reply in the sender's name. */
function writeTo(url: string): void {
  openDraft(draftOfMailto(url));
  setComposing(true);
}
