import { ArrowLeft } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { pageTexts } from "#/texts/shared/page-texts.ts";
import { IconButton } from "#/ui/icon-button.tsx";

/** A page with sections, with its title and a way back. */
export function SectionPage(props: {
  title: string;
  backLabel: string;
  onBack: () => void;
  /** The section that is shown; another one begins at its top. */
  section: string;
  children: ReactNode;
}) {
  const frame = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(props.section);
  useEffect(() => {
    if (shown.current === props.section) return;
    shown.current = props.section;
    frame.current?.scrollTo(0, 0);
    // The link that was followed is gone on a phone, and the focus with it.
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, [props.section]);
  return (
    <div ref={frame} className="h-full overflow-y-auto">
      <title>{`${props.title} · ${pageTexts.product}`}</title>
      {/* Space for the assistant's button, which would cover content. */}
      <div className="mx-auto max-w-272 px-4 pt-4 pb-24 sm:px-8 sm:pt-8 md:pe-20">
        <div className="mb-4 flex items-center gap-2">
          <IconButton
            label={props.backLabel}
            icon={<ArrowLeft size={18} strokeWidth={1.75} aria-hidden="true" />}
            onClick={props.onBack}
            className="-ms-2"
          />
          <h1
            ref={heading}
            tabIndex={-1}
            className="min-w-0 flex-1 text-title text-balance wrap-anywhere font-semibold tracking-[-0.02em] outline-none"
          >
            {props.title}
          </h1>
        </div>
        {props.children}
      </div>
    </div>
  );
}
