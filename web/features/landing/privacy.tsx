import { Footer } from "#/features/landing/footer.tsx";
import { landingTexts } from "#/features/landing/landing-texts.ts";
import { privacyTexts as texts } from "#/features/landing/privacy-texts.ts";
import { pageTexts } from "#/texts/shared/page-texts.ts";
import { Mark } from "#/ui/mark.tsx";

/** States which data is stored where, and which data leaves the server. Prerendered at build time, without scripts. */
export function Privacy() {
  return (
    <>
      <a
        href="#content"
        className="sr-only z-40 rounded-control bg-raised px-3 py-2 text-control focus:not-sr-only focus:fixed focus:start-4 focus:top-3"
      >
        {landingTexts.skip}
      </a>
      <header className="mx-auto flex h-16 max-w-312 items-center justify-between px-4 sm:px-6">
        <a
          href="/"
          aria-label={texts.home}
          className="flex items-center gap-2.5 rounded-control text-ui font-semibold"
        >
          <Mark />
          {pageTexts.product}
        </a>
        <a
          href="/login"
          className="inline-flex h-9 items-center rounded-control px-3 text-control font-medium text-ink-2 transition-colors hover:bg-hover hover:text-ink coarse:h-11"
        >
          {texts.login}
        </a>
      </header>
      <main id="content" className="mx-auto max-w-312 px-4 pt-8 pb-12 sm:px-6 sm:pt-14">
        <h1 className="serif max-w-[20ch] text-display">{texts.headline}</h1>
        <p className="mt-5 max-w-[42rem] text-lead text-ink-2">{texts.lead}</p>
        <div className="mt-12 sm:mt-16">
          {texts.parts.map(({ title, items }) => (
            <section
              key={title}
              className="gap-x-16 border-t border-line py-8 lg:grid lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]"
            >
              <h2 className="text-subject font-semibold">{title}</h2>
              <ul className="mt-4 flex max-w-[42rem] flex-col gap-3 text-ui text-ink-2 lg:mt-0.5">
                {items.map((item) => (
                  <li key={item}>{item}</li>
                ))}
              </ul>
            </section>
          ))}
        </div>
      </main>
      <Footer />
    </>
  );
}
