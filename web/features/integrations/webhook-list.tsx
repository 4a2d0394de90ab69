import type { Integration } from "@inlet/contract/integrations.ts";
import { useQueryClient } from "@tanstack/react-query";
import { Ellipsis, KeyRound, ListChecks, Pause, Play, Trash2 } from "lucide-react";
import { useState } from "react";
import { call } from "#/api/client.ts";
import { integrationsQuery } from "#/api/integration-queries.ts";
import { StateBadge } from "#/features/integrations/state-badge.tsx";
import { webhookTexts as words } from "#/features/integrations/webhook-texts.ts";
import { tell, warn } from "#/state/toasts.ts";
import { Button } from "#/ui/button.tsx";
import { Menu, MenuIcon, menuItem } from "#/ui/menu.tsx";
import type { WebhookPlace } from "./webhooks-dialog.tsx";

type Open = (at: WebhookPlace, of: Integration) => void;

/** The webhooks, each with how it stands and what can be done with it. */
export function WebhookList(props: { hooks: readonly Integration[]; onOpen: Open }) {
  if (props.hooks.length === 0) return null;
  return (
    <ul
      aria-label={words.list}
      className="divide-y divide-line rounded-card border border-line bg-surface"
    >
      {props.hooks.map((hook) => (
        <Webhook key={hook.id} hook={hook} onOpen={props.onOpen} />
      ))}
    </ul>
  );
}

function Webhook({ hook, onOpen }: { hook: Integration; onOpen: Open }) {
  const client = useQueryClient();
  const [isTesting, setTesting] = useState(false);
  const { id, name, state } = hook;
  const refresh = () => client.invalidateQueries({ queryKey: integrationsQuery.queryKey });
  const test = async () => {
    setTesting(true);
    try {
      const { isDelivered, answer } = await call("POST /integrations/{id}/test", { id });
      if (isDelivered) tell(words.tested(answer));
      else warn(answer);
    } catch (error) {
      warn(messageOf(error));
    }
    setTesting(false);
    await refresh();
  };
  const go = async (to: "active" | "paused") => {
    try {
      await call("PATCH /integrations/{id}", { id, state: to });
      tell(to === "paused" ? words.paused : words.resumed);
    } catch (error) {
      warn(messageOf(error));
    }
    await refresh();
  };
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
      <div className="min-w-44 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-ui font-medium">
          <bdi className="max-w-full truncate">{name}</bdi>
          <StateBadge state={state} />
        </p>
        <p className="truncate text-label text-ink-3">
          <bdi dir="ltr">{hook.target}</bdi>
          {" · "}
          {hook.events.map((event) => words.event[event].label).join(", ")}
        </p>
        {hook.reason && <p className="text-label wrap-anywhere text-danger">{hook.reason}</p>}
      </div>
      <div className="flex shrink-0 items-center gap-1">
        <Button
          tone="quiet"
          aria-label={words.testName(name)}
          disabled={isTesting}
          isBusy={isTesting}
          onClick={() => void test()}
        >
          {words.test}
        </Button>
        <Button tone="quiet" aria-label={words.logName(name)} onClick={() => onOpen("log", hook)}>
          {words.log}
        </Button>
        <Menu
          label={words.more(name)}
          className="grid size-8 place-items-center rounded-control text-ink-2 hover:bg-hover hover:text-ink coarse:size-11"
          button={<Ellipsis size={18} strokeWidth={1.75} aria-hidden="true" />}
        >
          {state !== "revoked" && (
            <button
              type="button"
              {...menuItem}
              onClick={() => void go(state === "paused" ? "active" : "paused")}
            >
              <MenuIcon>{state === "paused" ? <Play /> : <Pause />}</MenuIcon>
              {state === "paused" ? words.resume : words.pause}
            </button>
          )}
          <button type="button" {...menuItem} onClick={() => onOpen("events", hook)}>
            <MenuIcon>
              <ListChecks />
            </MenuIcon>
            {words.chooseEvents}
          </button>
          <button type="button" {...menuItem} onClick={() => onOpen("rotate", hook)}>
            <MenuIcon>
              <KeyRound />
            </MenuIcon>
            {words.rotate}
          </button>
          <button type="button" {...menuItem} onClick={() => onOpen("remove", hook)}>
            <MenuIcon>
              <Trash2 />
            </MenuIcon>
            {words.remove}
          </button>
        </Menu>
      </div>
    </li>
  );
}

function messageOf(error: unknown): string {
  return (error instanceof Error && error.message) || words.failed;
}
