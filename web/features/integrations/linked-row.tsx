import type { Integration } from "@inlet/contract/integrations/integrations.ts";
import { useQueryClient } from "@tanstack/react-query";
import { Ellipsis, Pause, Play } from "lucide-react";
import { type ReactNode, useState } from "react";
import { call } from "#/api/client.ts";
import { integrationsQuery } from "#/api/integration-queries.ts";
import { StateBadge } from "#/features/integrations/state-badge.tsx";
import { webhookTexts as words } from "#/features/integrations/webhook-texts.ts";
import { sentenceOf } from "#/lib/sentence-of.ts";
import { notify, warn } from "#/state/changes/toasts.ts";
import { Button } from "#/ui/button.tsx";
import { Menu, MenuIcon, menuItem } from "#/ui/menu.tsx";

/** A further action of a row. */
export interface RowAction {
  icon: ReactNode;
  label: string;
  onChoose: () => void;
}

export interface LinkedRowProps {
  linked: Integration;
  detail: ReactNode;
  /** Opens the log of deliveries; absent for an integration without deliveries. */
  onLog?: () => void;
  /** Replaces the test. */
  check?: { label: string; name: string; run: () => Promise<void> };
  actions: readonly RowAction[];
}

/** A connected integration, with its state and its actions. */
export function LinkedRow(props: LinkedRowProps) {
  const { linked, check } = props;
  const client = useQueryClient();
  const [isTesting, setTesting] = useState(false);
  const { id, name, state } = linked;
  const isPaused = state === "paused";
  const refresh = () => client.invalidateQueries({ queryKey: integrationsQuery.queryKey });
  const test = async () => {
    setTesting(true);
    try {
      await (check ? check.run() : tryOut());
    } catch (error) {
      warn(messageOf(error));
    }
    setTesting(false);
    await refresh();
  };
  const tryOut = async () => {
    const { isDelivered, answer } = await call("POST /integrations/{id}/test", { id });
    if (isDelivered) notify(words.tested(answer));
    else warn(answer);
  };
  const pauseOrResume = async () => {
    try {
      await call("PATCH /integrations/{id}", { id, state: isPaused ? "active" : "paused" });
      notify(isPaused ? words.resumed : words.paused);
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
        <p className="truncate text-label text-ink-3">{props.detail}</p>
        {linked.reason && <p className="text-label wrap-anywhere text-danger">{linked.reason}</p>}
      </div>
      <div className="flex shrink-0 items-center gap-1 max-sm:-ms-3">
        <Button
          tone="quiet"
          aria-label={check?.name ?? words.testName(name)}
          disabled={isTesting}
          isBusy={isTesting}
          onClick={() => void test()}
        >
          {check?.label ?? words.test}
        </Button>
        {props.onLog && (
          <Button tone="quiet" aria-label={words.logName(name)} onClick={props.onLog}>
            {words.log}
          </Button>
        )}
        <Menu
          label={words.more(name)}
          className="grid size-8 place-items-center rounded-control text-ink-2 hover:bg-hover hover:text-ink coarse:size-11"
          button={<Ellipsis size={18} strokeWidth={1.75} aria-hidden="true" />}
        >
          {state !== "revoked" && (
            <button type="button" {...menuItem} onClick={() => void pauseOrResume()}>
              <MenuIcon>{isPaused ? <Play /> : <Pause />}</MenuIcon>
              {isPaused ? words.resume : words.pause}
            </button>
          )}
          {props.actions.map(({ icon, label, onChoose }) => (
            <button key={label} type="button" {...menuItem} onClick={onChoose}>
              <MenuIcon>{icon}</MenuIcon>
              {label}
            </button>
          ))}
        </Menu>
      </div>
    </li>
  );
}

function messageOf(error: unknown): string {
  return sentenceOf(error, words.failed);
}
