import { lazy, Suspense } from "react";
import { socialPaths } from "@inlet/contract/auth/social-sign-in.ts";
import { entryTexts } from "#/features/sign-in/entry-texts.ts";
import { recordSocialStart } from "#/state/session/social-start.ts";
import { Button } from "#/ui/button.tsx";

const { social } = entryTexts;

/** Colors of the providers' logos, the same in both themes. */
const marks = {
  google: (
    <g fill="none" strokeWidth="4">
      <path stroke="#ea4335" d="M18.2 6A8.7 8.7 0 0 0 4.3 8" />
      <path stroke="#fbbc05" d="M4.3 8a8.7 8.7 0 0 0 0 8" />
      <path stroke="#34a853" d="M4.3 16a8.7 8.7 0 0 0 13.4 2.4" />
      <path stroke="#4285f4" d="M12 12h8.7a8.7 8.7 0 0 1-3 6.4" />
    </g>
  ),
  outlook: (
    <>
      <path fill="#28a8ea" d="M9 4h13v16H9z" />
      <path fill="#0f6cbd" d="M1 6h13v12H1z" />
      <circle cx="7.5" cy="12" r="3" fill="none" stroke="#fff" strokeWidth="2" />
    </>
  ),
};

// Few hosts configure one.
const OwnProvider = lazy(async () => {
  const { OwnProvider: Part } = await import("#/features/sign-in/own-provider.tsx");
  return { default: Part };
});

/** Buttons to sign in with an external account; the browser leaves the page. */
export function SocialButtons(props: {
  isSignUp?: boolean;
  /** Value of an invitation link. */
  invite?: string | undefined;
  /** The page of the app that the user was going to. */
  next?: string | undefined;
}) {
  const leave = (path: string) => {
    recordSocialStart(props.next);
    const { invite } = props;
    window.location.assign(invite ? `${path}?invite=${encodeURIComponent(invite)}` : path);
  };
  return (
    <>
      <p className="mt-5 mb-3 flex items-center gap-3 text-label text-ink-3 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {social.or}
      </p>
      <div className="relative grid grid-cols-2 gap-2">
        {(["google", "outlook"] as const).map((provider) => (
          <Button
            key={provider}
            size="large"
            // Room for the note of own-provider.tsx below the name.
            className={provider === "google" ? "has-[~.google]:pb-3.5" : "has-[~.outlook]:pb-3.5"}
            aria-label={social.continueWith(social[provider])}
            onClick={() => leave(socialPaths[provider][props.isSignUp ? "signUp" : "signIn"])}
          >
            <svg viewBox="0 0 24 24" className="size-4.5" aria-hidden="true">
              {marks[provider]}
            </svg>
            {social[provider]}
          </Button>
        ))}
        <Suspense>
          <OwnProvider onChosen={leave} />
        </Suspense>
      </div>
    </>
  );
}
