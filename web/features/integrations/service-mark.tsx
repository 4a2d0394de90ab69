import { BookUser, CalendarDays, Webhook } from "lucide-react";
import type { ReactNode } from "react";
import { SlackMark } from "#/ui/slack-mark.tsx";

/** A service that Inlet can be connected with. */
export type Service =
  | "slack"
  | "webhook"
  | "telegram"
  | "calendar"
  | "contacts"
  | "notion"
  | "trello";

const icon = { size: 20, strokeWidth: 1.75, "aria-hidden": true } as const;

const marks: Readonly<Record<Service, ReactNode>> = {
  slack: <SlackMark className="size-5" />,
  telegram: (
    <Strokes>
      <path d="M20.5 4.5 3.5 11.2l5.4 2 2 6.3 3-3.7 4 3 2.6-14.3ZM8.9 13.2l8.1-5.4-6.1 8" />
    </Strokes>
  ),
  webhook: <Webhook {...icon} />,
  calendar: <CalendarDays {...icon} />,
  contacts: <BookUser {...icon} />,
  notion: (
    <Strokes>
      <rect x="4" y="4" width="16" height="16" rx="2" />
      <path d="M9 16V8l6 8V8" />
    </Strokes>
  ),
  trello: (
    <Strokes>
      <rect x="4" y="4" width="16" height="16" rx="2.5" />
      <path d="M8 8h2.5v8H8zM13.5 8H16v4.5h-2.5z" />
    </Strokes>
  ),
};

/** The mark of a service, drawn in the color of the text beside it. */
export function ServiceMark({ service }: { service: Service }) {
  return (
    <span className="grid size-5 shrink-0 place-items-center text-ink-2">{marks[service]}</span>
  );
}

function Strokes({ children }: { children: ReactNode }) {
  return (
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
      {children}
    </svg>
  );
}
