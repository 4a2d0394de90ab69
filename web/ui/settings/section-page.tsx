import { ArrowLeft } from "lucide-react";
import { createContext, type ReactNode, useEffect, useRef } from "react";
import { cn } from "#/lib/class-names.ts";
import { pageTexts } from "#/texts/shared/page-texts.ts";
import { IconButton } from "#/ui/icon-button.tsx";

/** The name of the section that is shown; a card of the same name does not repeat it. */
export const SectionName = createContext("");

/** A page with sections, with its title and a way back. */
export function SectionPage(props: {
  title: string;
  backLabel: string;
  onBack: () => void;
  /** The section that is shown; another one begins at its top. */
  section: string;
  /** Its name; absent on the list of sections. */
  name?: string | undefined;
  children: ReactNode;
}) {
  const frame = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(props.section);
  // On a wide page above the section, beside the title.
  const isBeside = props.name !== undefined && props.name !== props.title;
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
            className={cn(title, isBeside && "w-39.5 flex-none whitespace-nowrap coarse:w-36.5")}
          >
            {props.title}
          </h1>
          {isBeside && <h2 className={cn(title, "ms-8 lg:ms-12")}>{props.name}</h2>}
        </div>
        <SectionName value={props.name ?? ""}>{props.children}</SectionName>
      </div>
    </div>
  );
}

const title =
  "min-w-0 flex-1 text-title text-balance wrap-anywhere font-semibold tracking-[-0.02em] outline-none";
