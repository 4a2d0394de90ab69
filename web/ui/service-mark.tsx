import { cn } from "#/lib/class-names.ts";
import { SlackMark } from "#/ui/slack-mark.tsx";

/** Line drawings for a square of 24 units; the landing page has no icon library. */
const paths = {
  telegram: "M20.5 4.5 3.5 11.2l5.4 2 2 6.3 3-3.7 4 3 2.6-14.3ZM8.9 13.2l8.1-5.4-6.1 8",
  webhook:
    "M18 17h-6c-1.1 0-2 .9-2.5 1.9A4 4 0 1 1 2.6 15M6 17l3.1-5.8c.5-1 .1-2.2-.5-3.1A4 4 0 1 1 15.5 4M12 6l3.1 5.7c.6 1 1.8 1.3 2.9 1.3a4 4 0 1 1 0 8",
  calendar:
    "M3.5 7a2 2 0 0 1 2-2h13a2 2 0 0 1 2 2v11.5a2 2 0 0 1-2 2h-13a2 2 0 0 1-2-2ZM3.5 10h17M8 3v4M16 3v4M8 14h.01M12 14h.01M16 14h.01M8 17h.01M12 17h.01",
  contacts:
    "M6 3.5h11.5a2 2 0 0 1 2 2v13a2 2 0 0 1-2 2H6a1.5 1.5 0 0 1-1.5-1.5V5A1.5 1.5 0 0 1 6 3.5ZM2.5 8h3M2.5 12h3M2.5 16h3M12 7.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5ZM8.5 17a3.5 3.5 0 0 1 7 0",
  notion: "M6 4h12a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2ZM9 16V8l6 8V8",
  trello:
    "M6.5 4h11A2.5 2.5 0 0 1 20 6.5v11a2.5 2.5 0 0 1-2.5 2.5h-11A2.5 2.5 0 0 1 4 17.5v-11A2.5 2.5 0 0 1 6.5 4ZM8 8h2.5v8H8zM13.5 8H16v4.5h-2.5z",
} as const;

/** A service that Inlet can be connected with. */
export type Service = "slack" | keyof typeof paths;

/** The mark of a service, 20 px wide, drawn in the color of the text beside it. */
export function ServiceMark({ service, className }: { service: Service; className?: string }) {
  return (
    <span className={cn("grid size-5 shrink-0 place-items-center text-ink-2", className)}>
      {service === "slack" ? (
        <SlackMark className="size-5" />
      ) : (
        <svg
          viewBox="0 0 24 24"
          width={20}
          height={20}
          fill="none"
          stroke="currentColor"
          strokeWidth={1.75}
          strokeLinecap="round"
          strokeLinejoin="round"
          aria-hidden="true"
        >
          <path d={paths[service]} />
        </svg>
      )}
    </span>
  );
}
