import { socialPaths } from "@inlet/contract/auth/social-sign-in.ts";
import { useEffect, useState } from "react";
import { entryTexts } from "#/features/sign-in/entry-texts.ts";
import { ownProviderTexts } from "#/features/sign-in/own-provider-texts.ts";
import { cn } from "#/lib/class-names.ts";
import { hostFacts } from "#/state/session/host-facts.ts";
import { Button } from "#/ui/button.tsx";

type Facts = Pick<Awaited<ReturnType<typeof hostFacts>>, "ownProvider" | "missingProviders">;

const unknown: Facts = { ownProvider: "", missingProviders: [] };

/** Marks the providers that the server does not have, and offers one chosen by the operator below them. */
export function OwnProvider({ onChosen }: { onChosen: (path: string) => void }) {
  const [{ ownProvider: name, missingProviders: missing }, setFacts] = useState<Facts>(unknown);
  useEffect(() => {
    hostFacts().then(
      setFacts,
      // Without a response, no provider is offered.
      () => undefined,
    );
  }, []);
  return (
    <>
      {missing.map((provider) => (
        // Over the button, below its name: a line of its own would move the page.
        <span
          key={provider}
          className={cn(
            "pointer-events-none absolute top-5.5 w-1/2 text-center text-meta text-ink-3 coarse:top-6.5",
            provider === "google" ? "google start-0" : "outlook end-0",
          )}
        >
          <span className="sr-only">{entryTexts.social[provider]}: </span>
          {ownProviderTexts.missing}
        </span>
      ))}
      {name !== "" && (
        <Button
          size="large"
          className="col-span-2"
          aria-label={entryTexts.social.continueWith(name)}
          onClick={() => onChosen(socialPaths.oidc.signIn)}
        >
          <bdi className="truncate">{name}</bdi>
        </Button>
      )}
    </>
  );
}
