import type { Email } from "@inlet/contract/email.ts";
import { MessageBody } from "#/features/mail-frame/message-body.tsx";
import { Reader } from "#/features/reader/reader.tsx";
import type { KeyMap } from "#/lib/use-keys.ts";

/** The open mail: the reader, and the frame that shows the body in it. */
export function OpenMail(props: {
  emailId: string;
  onBack: (() => void) | null;
  onReply: (email: Email) => void;
  keys: KeyMap;
}) {
  return (
    <Reader
      key={props.emailId}
      emailId={props.emailId}
      onBack={props.onBack}
      onReply={props.onReply}
      renderBody={(email) => <MessageBody email={email} onKey={(key) => props.keys[key]?.()} />}
    />
  );
}
