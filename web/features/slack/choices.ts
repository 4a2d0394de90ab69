import { useMutation, useMutationState, useQueryClient } from "@tanstack/react-query";
import { type ShownWorkspace, slackQuery } from "#/api/slack-queries.ts";
import { slackTexts as words } from "#/features/slack/slack-texts.ts";
import { sentenceOf } from "#/lib/sentence-of.ts";
import { warn } from "#/state/changes/toasts.ts";

interface Choice {
  teamId: string;
  shown: Partial<ShownWorkspace>;
  save: () => Promise<unknown>;
}

const { queryKey } = slackQuery;
const mutationKey = [...queryKey, "choice"];

/** Returns a function that saves a choice in a workspace's settings, after those made before it. */
export function useSaveChoice(): (choice: Choice) => void {
  const client = useQueryClient();
  const { mutate } = useMutation({
    mutationKey,
    scope: { id: "slack" },
    networkMode: "always",
    mutationFn: ({ save }: Choice) => save(),
    onError: (error) => warn(sentenceOf(error, words.saveFailed)),
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
  return mutate;
}

/** Returns a workspace with the choices that are being saved, which the server's list may lack. */
export function useChosen(workspace: ShownWorkspace): ShownWorkspace {
  const choices = useMutationState({
    filters: { mutationKey, status: "pending" },
    // Safe: only useSaveChoice uses this key.
    select: ({ state }) => state.variables as Choice,
  });
  return choices.reduce(
    (now, { teamId, shown }) => (teamId === now.slack_team_id ? { ...now, ...shown } : now),
    workspace,
  );
}
