import { Check } from "lucide-react";
import { type ReactNode, type SubmitEvent, useEffect, useState } from "react";
import { firstStepsTexts } from "#/features/first-steps/first-steps-texts.ts";
import { startFirstSteps } from "#/features/first-steps/progress.ts";
import { cn } from "#/lib/class-names.ts";
import { texts } from "#/texts/shared/app-texts.ts";
import { openAddAccount } from "#/state/commands/open-dialogs.ts";
import { Button } from "#/ui/button.tsx";
import { Field } from "#/ui/form/field.tsx";
import { Input } from "#/ui/form/input.tsx";
import { serif } from "#/ui/serif.ts";

const words = firstStepsTexts.page;

/** The page of a user without accounts: one address field, and what happens next. */
export function FirstAccount(props: {
  /** Decoration behind the column. */
  water: ReactNode;
  /** The ways to connect a mailbox without a password. */
  renderSignIn: (mail: string) => ReactNode;
}) {
  const [mail, setMail] = useState("");
  useEffect(startFirstSteps, []);
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    openAddAccount(mail.trim());
  };
  return (
    <div className="relative isolate h-full bg-canvas contain-paint">
      {props.water}
      <div className="flex h-full overflow-y-auto overscroll-contain">
        {/* The ground keeps the waves from striking the words through. */}
        <div className="relative isolate m-auto flex w-full max-w-110 flex-col gap-6 px-5 py-10 before:absolute before:inset-0 before:-z-10 before:bg-[radial-gradient(closest-side,var(--canvas)_70%,transparent)] sm:before:-inset-x-20">
          <div className="flex flex-col gap-2">
            <p className="text-label font-medium text-ink-2">{texts.accounts.none}</p>
            <h1 className={cn(serif, "text-[2.5rem]/11")}>{words.title}</h1>
          </div>
          <form noValidate onSubmit={handleSubmit} className="flex flex-col gap-3">
            <Field label={words.address}>
              {(control) => (
                <Input
                  {...control}
                  inputMode="email"
                  autoComplete="email"
                  autoCapitalize="none"
                  spellCheck={false}
                  placeholder={words.addressExample}
                  className="h-12"
                  value={mail}
                  onChange={(event) => setMail(event.target.value)}
                />
              )}
            </Field>
            <Button type="submit" tone="primary" size="large" className="h-12">
              {texts.accounts.addAccount}
            </Button>
          </form>
          {props.renderSignIn(mail)}
          <ul className="flex flex-col gap-2 text-control text-ink-2">
            {words.facts.map((fact) => (
              <li key={fact} className="flex gap-2.5">
                <Check
                  size={16}
                  strokeWidth={1.75}
                  aria-hidden="true"
                  className="mt-0.5 shrink-0 text-accent-ink"
                />
                {fact}
              </li>
            ))}
          </ul>
        </div>
      </div>
    </div>
  );
}
