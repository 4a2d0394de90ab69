import { limits } from "@inlet/contract/limits.ts";
import { Link } from "@tanstack/react-router";
import { useOpenState } from "#/features/sidebar/section.tsx";
import { slackLinkTexts } from "#/features/sidebar/slack-link-texts.ts";
import { SlackLink } from "#/features/sidebar/slack-link.tsx";
import { shownRow } from "#/features/sidebar/shown-row.ts";
import { useIsConnected } from "#/features/sidebar/use-is-connected.ts";
import { cn } from "#/lib/class-names.ts";
import { texts } from "#/texts/shared/app-texts.ts";
import { labelHues, useLabels } from "#/state/view/labels.ts";
import { linkTo, useMailPlace } from "#/state/view/mail-route.ts";
import { Dot } from "#/ui/dot.tsx";

/** The labels in a narrow sidebar without names: at most three, and the number of further ones. Connected services follow. */
export function NarrowLabels() {
  const [isOpen] = useOpenState(slackLinkTexts.section, useIsConnected());
  return (
    <>
      <Labels />
      {isOpen && <SlackLink isNarrow />}
    </>
  );
}

function Labels() {
  const labels = useLabels();
  const { view } = useMailPlace();
  if (labels.length === 0) return null;
  const rest = labels.length - limits.labelDots;
  return (
    <nav aria-label={texts.shell.labels}>
      {labels.slice(0, limits.labelDots).map(({ name, color }) => {
        const isShown = view.kind === "label" && view.label === name;
        return (
          <Link
            key={name}
            {...linkTo({ kind: "label", label: name })}
            aria-label={name}
            aria-current={isShown ? "page" : undefined}
            title={name}
            className={cn(
              "grid h-8 place-items-center rounded-control transition-colors coarse:h-11",
              isShown ? shownRow : "hover:bg-hover",
            )}
          >
            <Dot hue={labelHues[color]} className="size-2.5" />
          </Link>
        );
      })}
      {rest > 0 && <p className="text-center text-meta text-ink-3 tabular">+{rest}</p>}
    </nav>
  );
}
