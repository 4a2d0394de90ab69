import { useQuery } from "@tanstack/react-query";
import { lazy, type ReactNode, useState } from "react";
import { integrationsQuery, ofKind } from "#/api/integration-queries.ts";
import { slackQuery } from "#/api/slack-queries.ts";
import { integrationsTexts as words } from "#/features/integrations/integrations-texts.ts";
import { setSlackOpen } from "#/state/commands/open-dialogs.ts";
import { type Service, ServiceMark } from "#/ui/service-mark.tsx";
import { useSession } from "#/state/session/session.ts";
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

/** The integrations that Inlet offers as cards, each with its state and the one thing to do about it. */
export function IntegrationsPanel() {
  const { data, isLoadingError, refetch } = useQuery(slackQuery);
  return (
    <div className="@container">
      <div className="grid gap-3 @lg:grid-cols-2">
        <Integration
          service="slack"
          words={words.slack}
          count={data?.workspaces.length}
          isSetUp={data?.isSetUp ?? true}
          onRetry={isLoadingError && (() => void refetch())}
          onOpen={() => setSlackOpen(true)}
        />
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
      </div>
    </div>
  );
}

interface ServiceWords {
  name: string;
  /** Name of the objects that the buttons connect or manage, inside a sentence. */
  objectName: string;
  hint: string;
  count: (count: number) => string;
}

/** An integration whose dialog is loaded when it is opened. */
function Linked(props: {
  kind: Exclude<Service, "slack">;
  words: ServiceWords;
  dialog: (props: { isOpen: boolean; onClose: () => void }) => ReactNode;
}) {
  const { data, isLoadingError, refetch } = useQuery(integrationsQuery);
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setOpened] = useState(false);
  // An integration without a target is not connected yet.
  const linked = data && ofKind(data, props.kind).filter(({ target }) => target !== "");
  const open = () => {
    setOpened(true);
    setOpen(true);
  };
  return (
    <>
      <Integration
        service={props.kind}
        words={props.words}
        count={linked?.length}
        isSetUp={data?.isSetUp.includes(props.kind) ?? true}
        onRetry={isLoadingError && (() => void refetch())}
        onOpen={open}
      />
      {wasOpened && (
        <OptionalPart>{props.dialog({ isOpen, onClose: () => setOpen(false) })}</OptionalPart>
      )}
    </>
  );
}

function Integration(props: {
  service: Service;
  words: ServiceWords;
  /** Undefined while it is loading. */
  count: number | undefined;
  isSetUp: boolean;
  /** Set if its state could not be loaded. */
  onRetry: false | (() => void);
  onOpen: () => void;
}) {
  const { count, isSetUp, onRetry } = props;
  const isAdmin = useSession((session) => session.user?.role === "admin");
  const isLinked = count !== undefined && count > 0;
  const unlinked = isSetUp ? "connect" : isAdmin ? "setUp" : "ask";
  const verb = onRetry ? "retry" : count === undefined || isLinked ? "manage" : unlinked;
  return (
    <section className="flex flex-col gap-2 rounded-card border border-line bg-surface p-4">
      <h2 className="flex flex-wrap items-center gap-2 text-ui font-semibold">
        <ServiceMark service={props.service} />
        {props.words.name}
        {onRetry && <Badge>{words.notLoaded}</Badge>}
        {!onRetry && isLinked && <Badge hue={152}>{props.words.count(count)}</Badge>}
      </h2>
      <p className="flex-1 text-control text-ink-3">{props.words.hint}</p>
      <Button
        className="self-end"
        aria-label={words.verbsOf[verb](props.words.objectName)}
        tone={verb === "ask" ? "quiet" : "plain"}
        onClick={onRetry || props.onOpen}
      >
        {words.verbs[verb]}
      </Button>
    </section>
  );
}
