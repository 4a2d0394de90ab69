import type { SlackWorkspace } from "@inlet/contract/slack.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Unplug } from "lucide-react";
import { useState } from "react";
import { ApiFailure, call } from "#/api/client.ts";
import { slackQuery } from "#/api/slack-queries.ts";
import { slackTexts as words } from "#/features/slack/slack-texts.ts";
import { locale } from "#/lib/locale.ts";
import { texts } from "#/lib/texts.ts";
import { setSlackOpen } from "#/state/open-dialogs.ts";
import { tell, warn } from "#/state/toasts.ts";
import { Badge } from "#/ui/badge.tsx";
import { Button } from "#/ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#/ui/dialog.tsx";
import { FormError } from "#/ui/form-error.tsx";
import { IconButton } from "#/ui/icon-button.tsx";
import { SlackMark } from "#/ui/slack-mark.tsx";

/** The Slack workspaces that are linked, and the way to link one. */
export function SlackDialog({ isOpen }: { isOpen: boolean }) {
  const { data } = useQuery(slackQuery);
  const [failure, setFailure] = useState<{ message: string; isMissing: boolean } | null>(null);
  const [isBusy, setBusy] = useState(false);
  const workspaces = data?.workspaces ?? [];

  const connect = async () => {
    setBusy(true);
    setFailure(null);
    try {
      const { url } = await call("GET /api/slack/oauth-url", {});
      window.location.assign(url);
    } catch (error) {
      setFailure(failureOf(error));
      setBusy(false);
    }
  };
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={(next) => {
        setFailure(null);
        setSlackOpen(next);
      }}
      title={words.title}
      description={words.hint}
      closeLabel={texts.close}
    >
      <DialogBody className="flex flex-col gap-4">
        <FormError>
          {failure && (
            <>
              {failure.message}
              {failure.isMissing && (
                <span className="mt-1 block text-label text-ink-2">{words.needs}</span>
              )}
            </>
          )}
        </FormError>
        {workspaces.length > 0 ? (
          <ul
            aria-label={words.list}
            className="divide-y divide-line rounded-control border border-line"
          >
            {workspaces.map((workspace) => (
              <Workspace key={workspace.slack_team_id} workspace={workspace} />
            ))}
          </ul>
        ) : (
          <p className="text-ui">{words.none}</p>
        )}
        <p className="text-control text-ink-3">{words.promise}</p>
      </DialogBody>
      <DialogFooter>
        <Button tone="primary" disabled={isBusy} isBusy={isBusy} onClick={() => void connect()}>
          {isBusy && words.connecting}
          {!isBusy && (workspaces.length > 0 ? words.another : words.connect)}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}

function Workspace({ workspace }: { workspace: SlackWorkspace }) {
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const { slack_team_id, slack_team_name, created_at } = workspace;
  const name = slack_team_name || slack_team_id;
  const disconnect = async () => {
    setBusy(true);
    try {
      await call("DELETE /api/slack/disconnect/{slack_team_id}", { slack_team_id });
      client.setQueryData(
        slackQuery.queryKey,
        (before) =>
          before && {
            ...before,
            workspaces: before.workspaces.filter((one) => one.slack_team_id !== slack_team_id),
          },
      );
      tell(words.disconnected);
    } catch {
      warn(words.disconnectFailed);
      setBusy(false);
    }
  };
  return (
    <li className="flex items-center gap-3 px-3 py-2.5">
      <SlackMark className="shrink-0 text-ink-2" />
      <div className="min-w-0 flex-1">
        <p className="flex items-center gap-2 text-control font-medium">
          <bdi className="truncate">{name}</bdi>
          <Badge hue={152}>{words.active}</Badge>
        </p>
        {created_at && (
          <p className="truncate text-label text-ink-3">
            {words.since(new Date(created_at).toLocaleDateString(locale, { dateStyle: "medium" }))}
          </p>
        )}
      </div>
      <IconButton
        label={words.disconnect(name)}
        icon={<Unplug size={16} strokeWidth={1.75} aria-hidden="true" />}
        disabled={isBusy}
        onClick={() => void disconnect()}
      />
    </li>
  );
}

/** The catalogue's own sentence where the server has one about Slack. */
function failureOf(error: unknown): { message: string; isMissing: boolean } {
  const isTold = error instanceof ApiFailure && error.code.startsWith("slack.");
  return {
    message: isTold ? error.message : words.failed,
    isMissing: isTold && error.code === "slack.not_configured",
  };
}
