import { landingTexts } from "#/features/landing/landing-texts.ts";
import { pageTexts } from "#/texts/shared/page-texts.ts";
import { Mark } from "#/ui/mark.tsx";

const texts = landingTexts.footer;

/** The footer, with links to other pages. */
export function Footer() {
  return (
    <footer className="mx-auto flex max-w-312 flex-wrap items-center gap-x-6 gap-y-3 px-4 py-10 text-control text-ink-3 sm:px-6">
      <p className="flex items-center gap-2.5">
        <Mark className="size-5" />
        <span className="font-semibold text-ink">{pageTexts.product}</span>
        {texts.line}
      </p>
      <ul className="flex flex-wrap gap-x-5 gap-y-1 sm:ms-auto">
        {[
          { href: "/login", label: texts.login },
          { href: "/signup", label: texts.signUp },
          { href: "/docs", label: texts.api },
          { href: "/privacy", label: texts.privacy },
        ].map(({ href, label }) => (
          <li key={href}>
            <a href={href} className="underline-offset-4 hover:text-ink hover:underline">
              {label}
            </a>
          </li>
        ))}
      </ul>
    </footer>
  );
}
