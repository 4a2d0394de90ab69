import { socialPaths } from "@inlet/contract/auth/social-sign-in.ts";
import { useEffect, useState } from "react";
import { entryTexts } from "#/features/sign-in/entry-texts.ts";
import { hostFacts } from "#/state/session/host-facts.ts";
import { Button } from "#/ui/button.tsx";

/** Sign-in through a provider chosen by the operator, below the usual providers; renders nothing without one. */
export function OwnProvider({ onChosen }: { onChosen: (path: string) => void }) {
  const [name, setName] = useState("");
  useEffect(() => {
    hostFacts().then(
      ({ ownProvider }) => setName(ownProvider),
      // Without a response, no provider is offered.
      () => undefined,
    );
  }, []);
  if (name === "") return null;
  return (
    <Button
      size="large"
      className="col-span-2"
      aria-label={entryTexts.social.continueWith(name)}
      onClick={() => onChosen(socialPaths.oidc.signIn)}
    >
      <bdi className="truncate">{name}</bdi>
    </Button>
  );
}
