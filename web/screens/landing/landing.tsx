import {
  type ComponentType,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useRef,
  useState,
} from "react";
import { Footer } from "#/features/landing/footer.tsx";
import { Hero } from "#/features/landing/hero.tsx";
import { LandingHeader } from "#/features/landing/landing-header.tsx";
import { landingTexts } from "#/features/landing/landing-texts.ts";
import { HasFigures } from "#/features/landing/has-figures.ts";
import { Modal } from "#/features/landing/modal.tsx";
import { entryTexts } from "#/features/sign-in/entry-texts.ts";
import { whenIdle } from "#/lib/when-idle.ts";
import { isAuthenticated } from "#/state/session/session.ts";
import { ThemeProvider } from "#/state/session/theme.tsx";
import type { EntryDialog } from "#/features/landing/landing-menu.tsx";

const loadForms = () => import("#/screens/landing/entry-forms.tsx");
const EntryForms = lazy(async () => {
  const { EntryForms: Part } = await loadForms();
  return { default: Part };
});

/** The sections below the first screen, in order. */
export interface LandingParts {
  ProductShot: ComponentType;
  FeatureGrid: ComponentType;
  Demo: ComponentType;
  Reasons: ComponentType;
  Problem: ComponentType;
  Closing: ComponentType;
}

/** The public page: describes the product, and links to the sign-in. */
export function Landing({ parts, hasFigures }: { parts: LandingParts; hasFigures: boolean }) {
  const [dialog, setDialog] = useState<EntryDialog | null>(null);
  useEffect(() => whenIdle(() => void loadForms()), []);

  const enter = (wanted: EntryDialog) => {
    if (isAuthenticated()) window.location.assign("/app");
    else setDialog(wanted);
  };
  const { ProductShot, FeatureGrid, Demo, Reasons, Problem, Closing } = parts;
  const figures = hasFigures ? [Problem] : [];
  const sections = [ProductShot, FeatureGrid, Demo, Reasons, ...figures, Closing];
  return (
    <ThemeProvider>
      <HasFigures value={hasFigures}>
        <a
          href="#content"
          className="sr-only z-40 rounded-control bg-raised px-3 py-2 text-control focus:not-sr-only focus:fixed focus:start-4 focus:top-3"
        >
          {landingTexts.skip}
        </a>
        <LandingHeader onEntry={enter} />
        <main id="content">
          <Hero onEntry={enter} />
          {sections.map((Part, place) => (
            // Each part is hydrated alone, to delay no click.
            // oxlint-disable-next-line react/no-array-index-key -- the order never changes
            <Suspense key={place}>
              <Late>
                <Part />
              </Late>
            </Suspense>
          ))}
        </main>
        <Footer />
      </HasFigures>
      <Modal
        isOpen={dialog !== null}
        onClose={() => setDialog(null)}
        label={dialog === "login" ? entryTexts.signIn.links.login : entryTexts.signIn.links.signUp}
      >
        {dialog && (
          <Suspense
            fallback={<p className="text-control text-ink-3">{landingTexts.dialogs.loading}</p>}
          >
            <EntryForms dialog={dialog} onChange={setDialog} />
          </Suspense>
        )}
      </Modal>
    </ThemeProvider>
  );
}

/** Marks a part of the prerendered page until React handles its buttons: theme-boot.ts repeats an earlier press. */
function Late({ children }: { children: ReactNode }) {
  const part = useRef<HTMLDivElement>(null);
  useEffect(() => {
    part.current?.removeAttribute("data-late");
    dispatchEvent(new Event("inlet-answers"));
  }, []);
  return (
    <div ref={part} data-late className="contents">
      {children}
    </div>
  );
}
