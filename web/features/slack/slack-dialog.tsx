import type { Integration } from "@inlet/contract/integrations/integrations.ts";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { ApiFailure, call } from "#/api/client.ts";
import { slackQuery } from "#/api/slack-queries.ts";
import { slackTexts as words } from "#/features/slack/slack-texts.ts";
import { Workspace } from "#/features/slack/workspace.tsx";
import { texts } from "#/texts/shared/app-texts.ts";
import { setSlackOpen } from "#/state/commands/open-dialogs.ts";
import { Button } from "#/ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#/ui/dialog.tsx";
import { FormError } from "#/ui/form/form-error.tsx";

/** The linked Slack workspaces with their deliveries, and a way to link another. */
export function SlackDialog(props: {
  isOpen: boolean;
  renderLog: (integration: Integration, onBack: () => void) => ReactNode;
  /** Shown if the server is not set up for Slack. */
  operatorNote: ReactNode;
}) {
  const [logged, setLogged] = useState<Integration | null>(null);
  const back = () => setLogged(null);
  return (
    <Dialog
      isOpen={props.isOpen}
      onOpenChange={(next) => {
        back();
        setSlackOpen(next);
      }}
      title={logged ? words.logTitle(logged.name) : words.title}
      description={logged ? words.logHint : words.hint}
      closeLabel={texts.close}
      width={logged ? "wide" : "normal"}
    >
      {logged ? (
        props.renderLog(logged, back)
      ) : (
        <Workspaces onLog={setLogged} operatorNote={props.operatorNote} />
      )}
    </Dialog>
  );
}

function Workspaces(props: { onLog: (integration: Integration) => void; operatorNote: ReactNode }) {
  const { data, isLoadingError, refetch } = useQuery(slackQuery);
  const [failure, setFailure] = useState("");
  const [isBusy, setBusy] = useState(false);
  const workspaces = data?.workspaces ?? [];

  const connect = async () => {
    setBusy(true);
    setFailure("");
    try {
      const { url } = await call("GET /api/slack/oauth-url", {});
      window.location.assign(url);
    } catch (error) {
      setFailure(failureOf(error));
      setBusy(false);
    }
  };
  return (
    <>
      <DialogBody className="flex flex-col gap-4">
        {data?.isSetUp === false && props.operatorNote}
        <FormError>{isLoadingError ? words.notLoaded : failure}</FormError>
        {data && workspaces.length === 0 && <p className="text-ui">{words.none}</p>}
        {workspaces.length > 0 && (
          <ul
            aria-label={words.list}
            className="divide-y divide-line rounded-control border border-line"
          >
            {workspaces.map((workspace) => (
              <Workspace key={workspace.slack_team_id} workspace={workspace} onLog={props.onLog} />
            ))}
          </ul>
        )}
        <p className="text-control text-ink-3">{words.promise}</p>
      </DialogBody>
      {isLoadingError && (
        <DialogFooter>
          <Button tone="primary" onClick={() => void refetch()}>
            {words.retry}
          </Button>
        </DialogFooter>
      )}
      {data?.isSetUp !== false && !isLoadingError && (
        <DialogFooter>
          <Button tone="primary" disabled={isBusy} isBusy={isBusy} onClick={() => void connect()}>
            {isBusy && words.connecting}
            {!isBusy && (workspaces.length > 0 ? words.another : words.connect)}
          </Button>
        </DialogFooter>
      )}
    </>
  );
}

/** Returns the server's message if it is about Slack. */
function failureOf(error: unknown): string {
  const isKnownRefusal = error instanceof ApiFailure && error.code.startsWith("slack.");
  return isKnownRefusal ? error.message : words.failed;
}
