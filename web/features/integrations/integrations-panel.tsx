import { useQuery } from "@tanstack/react-query";
import { lazy, type ReactNode, useState } from "react";
import { integrationsQuery, ofKind } from "#/api/integration-queries.ts";
import { slackQuery } from "#/api/slack-queries.ts";
import { integrationsTexts as words } from "#/features/integrations/integrations-texts.ts";
import { setSlackOpen } from "#/state/commands/open-dialogs.ts";
import { Badge } from "#/ui/badge.tsx";
import { Button } from "#/ui/button.tsx";
import { OptionalPart } from "#/ui/form/optional-part.tsx";

const TelegramDialog = lazy(async () => ({
  default: (await import("#/features/integrations/telegram-dialog.tsx")).TelegramDialog,
}));
const WebhooksDialog = lazy(async () => ({
  default: (await import("#/features/integrations/webhooks-dialog.tsx")).WebhooksDialog,
}));

const CalendarsDialog = lazy(async () => ({
  default: (await import("#/features/integrations/calendars-dialog.tsx")).CalendarsDialog,
}));

const ContactBooksDialog = lazy(async () => ({
  default: (await import("#/features/integrations/contact-books-dialog.tsx")).ContactBooksDialog,
}));

const PlacesDialog = lazy(async () => ({
  default: (await import("#/features/integrations/save-targets-dialog.tsx")).PlacesDialog,
}));

/** Lists the integrations that Inlet offers, with their requirements. */
export function IntegrationsPanel() {
  const { data } = useQuery(slackQuery);
  const count = data?.workspaces.length ?? 0;
  const isSetUp = data?.isSetUp ?? true;
  const notLinked = isSetUp ? words.none : words.notConfigured;
  return (
    <>
      <Integration
        name={words.slack.name}
        state={
          <Badge {...(count > 0 && { hue: 152 })}>
            {count > 0 ? words.connected(count) : notLinked}
          </Badge>
        }
        action={<Button onClick={() => setSlackOpen(true)}>{words.manage}</Button>}
      >
        {words.slack.hint}
        {!isSetUp && ` ${words.slack.needs}`}
      </Integration>
      <Linked
        kind="telegram"
        words={words.telegram}
        dialog={(state) => <TelegramDialog {...state} />}
      />
      <Linked
        kind="webhook"
        words={words.webhooks}
        dialog={(state) => <WebhooksDialog {...state} />}
      />
      <Linked
        kind="calendar"
        words={words.calendar}
        dialog={(state) => <CalendarsDialog {...state} />}
      />
      <Linked
        kind="contacts"
        words={words.contacts}
        dialog={(state) => <ContactBooksDialog {...state} />}
      />
      <Linked
        kind="notion"
        words={words.notion}
        dialog={(state) => <PlacesDialog kind="notion" {...state} />}
      />
      <Linked
        kind="trello"
        words={words.trello}
        dialog={(state) => <PlacesDialog kind="trello" {...state} />}
      />
    </>
  );
}

/** An integration whose dialog is loaded when it is opened. */
function Linked(props: {
  kind: "webhook" | "telegram" | "calendar" | "contacts" | "notion" | "trello";
  words: { name: string; hint: string; manage: string; count: (count: number) => string };
  dialog: (props: { isOpen: boolean; onClose: () => void }) => ReactNode;
}) {
  const { data } = useQuery(integrationsQuery);
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setOpened] = useState(false);
  // An integration without a target is not connected yet.
  const count = ofKind(data, props.kind).filter(({ target }) => target !== "").length;
  const isSetUp = data?.isSetUp.includes(props.kind) ?? true;
  const open = () => {
    setOpened(true);
    setOpen(true);
  };
  const notLinked = isSetUp ? words.none : words.notConfigured;
  return (
    <>
      <Integration
        name={props.words.name}
        state={
          <Badge {...(count > 0 && { hue: 152 })}>
            {count > 0 ? props.words.count(count) : notLinked}
          </Badge>
        }
        action={
          <Button aria-label={props.words.manage} onClick={open}>
            {words.manage}
          </Button>
        }
      >
        {props.words.hint}
      </Integration>
      {wasOpened && (
        <OptionalPart>{props.dialog({ isOpen, onClose: () => setOpen(false) })}</OptionalPart>
      )}
    </>
  );
}

function Integration(props: {
  name: string;
  state: ReactNode;
  action?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3 border-line py-5 not-first:border-t">
      <div className="min-w-56 flex-1 max-sm:basis-full">
        <h2 className="flex flex-wrap items-center gap-2 text-ui font-semibold">
          {props.name}
          {props.state}
        </h2>
        <p className="mt-0.5 max-w-120 text-control text-ink-3">{props.children}</p>
      </div>
      {props.action}
    </section>
  );
}
