import { type FormEvent, useEffect, useRef, useState } from "react";
import { call } from "#/api/client.ts";
import { formLink } from "#/features/sign-in/form-link.ts";
import { mailedLinkTexts } from "#/features/sign-in/mailed-link-texts.ts";
import { sentenceOf } from "#/lib/sentence-of.ts";
import { hostFacts } from "#/state/session/host-facts.ts";
import { Button } from "#/ui/button.tsx";
import { Field } from "#/ui/form/field.tsx";
import { FormError } from "#/ui/form/form-error.tsx";
import { Input } from "#/ui/form/input.tsx";

const words = mailedLinkTexts.forgot;
const heading = "text-title font-semibold tracking-[-0.02em] outline-none";

/** Asks for the address to which the link for a new password is sent. The result is the same for every address. */
export function ForgotPassword(props: { email: string; onBack: () => void }) {
  const [email, setEmail] = useState(props.email);
  const [error, setError] = useState("");
  const [isBusy, setBusy] = useState(false);
  const [sentTo, setSentTo] = useState("");
  const [canSend, setCanSend] = useState(true);
  const field = useRef<HTMLInputElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    (title.current ?? field.current)?.focus();
  }, [sentTo, canSend]);
  useEffect(() => {
    hostFacts().then(
      ({ sendsMail }) => setCanSend(sendsMail),
      // Without a response, the form reports what is wrong.
      () => undefined,
    );
  }, []);

  const send = async () => {
    setBusy(true);
    setError("");
    try {
      await call("POST /user/forgot", { email: email.trim() }, { isAnonymous: true });
      setSentTo(email.trim());
    } catch (failure) {
      setError(sentenceOf(failure, words.failed));
      field.current?.focus();
    } finally {
      setBusy(false);
    }
  };
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    if (email.trim() === "") setError(words.emailRequired);
    else void send();
  };
  const back = (
    <button type="button" className={formLink} onClick={props.onBack}>
      {words.back}
    </button>
  );
  if (!canSend) {
    return (
      <>
        <h1 ref={title} tabIndex={-1} className={heading}>
          {words.title}
        </h1>
        <p className="mt-2 mb-6 text-ui text-ink-2">{words.noMail}</p>
        <p className="text-control">{back}</p>
      </>
    );
  }
  if (sentTo) {
    return (
      <>
        <h1 ref={title} tabIndex={-1} className={heading}>
          {words.sentTitle}
        </h1>
        <p className="mt-2 text-ui wrap-anywhere text-ink-2">{words.sent(sentTo)}</p>
        <p className="mt-2 text-control text-ink-3">{words.nothing}</p>
        <div className="mt-6 flex flex-wrap justify-between gap-x-4 gap-y-2 text-control">
          {back}
          <button type="button" className={formLink} onClick={() => setSentTo("")}>
            {words.again}
          </button>
        </div>
      </>
    );
  }
  return (
    <>
      <h1 className="text-title font-semibold tracking-[-0.02em]">{words.title}</h1>
      <p className="mt-1 mb-6 text-control text-ink-3">{words.hint}</p>
      <FormError>{error}</FormError>
      <form noValidate onSubmit={handleSubmit} className="mt-4 flex flex-col gap-4">
        <Field label={words.email}>
          {(control) => (
            <Input
              {...control}
              ref={field}
              type="email"
              name="email"
              autoComplete="email"
              required
              value={email}
              onChange={(event) => {
                setError("");
                setEmail(event.target.value);
              }}
            />
          )}
        </Field>
        <Button
          type="submit"
          tone="primary"
          size="large"
          disabled={isBusy}
          isBusy={isBusy}
          className="mt-1"
        >
          {isBusy ? words.submitting : words.submit}
        </Button>
      </form>
      <p className="mt-6 text-center text-control">{back}</p>
    </>
  );
}
