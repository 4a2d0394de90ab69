import type { Email } from "@inlet/contract/mail/email.ts";
import { useState } from "react";
import { call } from "#/api/client.ts";
import { readerTexts } from "#/features/reader/reader-texts.ts";
import { cn } from "#/lib/class-names.ts";
import { sentenceOf } from "#/lib/sentence-of.ts";
import { useCommands } from "#/state/commands/commands.ts";
import { notify, warn } from "#/state/changes/toasts.ts";

const words = readerTexts.unsubscribe;

/** Unsubscribes from a message's list. A web page of the list is opened only by the user. */
export function UnsubscribeButton(props: {
  email: Pick<Email, "id" | "fromName">;
  className: string;
}) {
  const { email } = props;
  const [state, setState] = useState<"asked" | "busy" | "done">("asked");
  const name = email.fromName[0] ?? "";
  const leave = async () => {
    setState("busy");
    try {
      const { result, url } = await call("POST /email/{emailId}/unsubscribe", {
        emailId: email.id,
      });
      if (result === "page" && url) {
        setState("asked");
        notify(words.page, {
          label: words.open,
          onAction: () => window.open(url, "_blank", "noopener,noreferrer"),
        });
        return;
      }
      setState("done");
      notify(result === "done" ? words.done(name) : words.mailed(name));
    } catch (error) {
      setState("asked");
      warn(sentenceOf(error, readerTexts.failed));
    }
  };
  useCommands({ unsubscribe: state === "asked" ? () => void leave() : undefined });
  return (
    <button
      type="button"
      disabled={state !== "asked"}
      onClick={() => void leave()}
      className={cn(
        props.className,
        "shrink-0 text-accent-ink underline-offset-2 hover:underline disabled:text-ink-3 disabled:no-underline",
      )}
    >
      {state === "done" ? words.isDone : words.label}
    </button>
  );
}
