import type { Integration } from "@inlet/contract/integrations/integrations.ts";
import { useQueryClient } from "@tanstack/react-query";
import { Pause, Play, ScrollText, SlidersHorizontal, Unplug } from "lucide-react";
import { useState } from "react";
import { call } from "#/api/client.ts";
import { type ShownWorkspace, slackQuery } from "#/api/slack-queries.ts";
import { useChosen } from "#/features/slack/choices.ts";
import { slackTexts as words } from "#/features/slack/slack-texts.ts";
import { WorkspaceSetup } from "#/features/slack/workspace-setup.tsx";
import { locale } from "#/lib/locale.ts";
import { notify, warn } from "#/state/changes/toasts.ts";
import { Badge } from "#/ui/badge.tsx";
import { IconButton } from "#/ui/icon-button.tsx";
import { SlackMark } from "#/ui/slack-mark.tsx";

const hues = { active: 152, failed: 60, paused: null, revoked: 25 } as const;
const icon = { size: 16, strokeWidth: 1.75, "aria-hidden": true } as const;

/** A linked workspace: its state, its settings, and a way to disconnect it. */
export function Workspace(props: {
  workspace: ShownWorkspace;
  onLog: (integration: Integration) => void;
}) {
  const { onLog } = props;
  const workspace = useChosen(props.workspace);
  const { slack_team_id: teamId, slack_team_name, created_at, integration, place } = workspace;
  const name = slack_team_name || teamId;
  const state = integration?.state ?? "active";
  const hue = hues[state];
  // A workspace that was just linked needs its settings next.
  const [isOpen, setOpen] = useState(integration !== undefined && place === null);
  const canSetUp = integration !== undefined && state !== "revoked";
  return (
    <li className="px-3 py-2.5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <SlackMark className="shrink-0 text-ink-2" />
        <div className="min-w-40 flex-1">
          <p className="flex items-center gap-2 text-control font-medium">
            <bdi className="truncate">{name}</bdi>
            <Badge {...(hue !== null && { hue })}>{words.states[state]}</Badge>
          </p>
          {created_at && (
            <p className="truncate text-label text-ink-3">{words.since(dateOf(created_at))}</p>
          )}
          <p className="truncate text-label text-ink-3">{whereOf(workspace)}</p>
        </div>
        <div className="flex gap-1 max-sm:-ms-2">
          {integration && (
            <IconButton
              label={words.logName(name)}
              icon={<ScrollText {...icon} />}
              onClick={() => onLog(integration)}
            />
          )}
          {canSetUp && (
            <IconButton
              label={words.setUpName(name)}
              icon={<SlidersHorizontal {...icon} />}
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
            />
          )}
          {canSetUp && (
            <PauseButton id={integration.id} name={name} isPaused={state === "paused"} />
          )}
          <DisconnectButton teamId={teamId} name={name} />
        </div>
      </div>
      {integration?.reason && (
        <p className="mt-1 text-label wrap-anywhere text-danger">{integration.reason}</p>
      )}
      {canSetUp && isOpen && (
        <WorkspaceSetup name={name} workspace={workspace} integration={integration} />
      )}
    </li>
  );
}

function whereOf({ integration, place }: ShownWorkspace): string {
  if (integration === undefined || place === undefined) return "";
  if (place === null) return words.postsNowhere;
  return words.postsTo(place.id === "" ? words.direct : `#${place.name}`);
}

function dateOf(iso: string): string {
  return new Date(iso).toLocaleDateString(locale, { dateStyle: "medium" });
}

function PauseButton(props: {
  id: NonNullable<ShownWorkspace["integration"]>["id"];
  name: string;
  isPaused: boolean;
}) {
  const { id, name, isPaused } = props;
  const client = useQueryClient();
  const go = async () => {
    try {
      await call("PATCH /integrations/{id}", { id, state: isPaused ? "active" : "paused" });
      await client.invalidateQueries({ queryKey: slackQuery.queryKey });
      notify(isPaused ? words.resumed : words.paused);
    } catch {
      warn(words.saveFailed);
    }
  };
  return (
    <IconButton
      label={isPaused ? words.resumeName(name) : words.pauseName(name)}
      icon={isPaused ? <Play {...icon} /> : <Pause {...icon} />}
      onClick={() => void go()}
    />
  );
}

function DisconnectButton({ teamId, name }: { teamId: string; name: string }) {
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const disconnect = async () => {
    setBusy(true);
    try {
      await call("DELETE /api/slack/disconnect/{slack_team_id}", { slack_team_id: teamId });
      client.setQueryData(
        slackQuery.queryKey,
        (before) =>
          before && {
            ...before,
            workspaces: before.workspaces.filter((one) => one.slack_team_id !== teamId),
          },
      );
      notify(words.disconnected);
    } catch {
      warn(words.disconnectFailed);
      setBusy(false);
    }
  };
  return (
    <IconButton
      label={words.disconnect(name)}
      icon={<Unplug {...icon} />}
      disabled={isBusy}
      onClick={() => void disconnect()}
    />
  );
}
