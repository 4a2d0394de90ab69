import type { Api } from "@inlet/contract/api.ts";
import type { MailPreferences } from "@inlet/contract/settings.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#/api/client.ts";
import { preferencesQuery } from "#/api/writing-queries.ts";
import { texts } from "#/lib/texts.ts";
import { keepPreferences } from "#/state/preferences.ts";
import { warn } from "#/state/toasts.ts";

type Answer = Api["GET /user/preferences"]["output"];

const { queryKey } = preferencesQuery;
// What is told meanwhile is not read by the same name: state/heed-live.ts.
const mutationKey = queryKey;

/** Changes choices of the person: here at once, and on every device once the server knows. */
export function useChangePreferences(): (
  chosen: Partial<MailPreferences>,
  options?: { onSuccess?: () => void },
) => void {
  const client = useQueryClient();
  const { mutate } = useMutation({
    mutationKey,
    // One after another, so that the last choice is the one that stands.
    scope: { id: "preferences" },
    // Who chooses and leaves at once has chosen.
    mutationFn: (chosen: Partial<MailPreferences>) =>
      call("PUT /user/preferences", chosen, { keepalive: true }),
    onMutate: async (chosen) => {
      const kept = keepPreferences(chosen);
      // An answer that is on its way would put the old choice back.
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData<Answer>(queryKey);
      if (before) {
        client.setQueryData<Answer>(queryKey, {
          preferences: { ...before.preferences, ...chosen },
        });
      }
      return { kept, before };
    },
    onError: (_error, _chosen, held) => {
      if (held) keepPreferences(held.kept);
      if (held?.before) client.setQueryData<Answer>(queryKey, held.before);
      warn(texts.changeFailed);
    },
    // What is read while another choice is on its way would show it undone.
    onSettled: () =>
      client.isMutating({ mutationKey }) === 1 ? client.invalidateQueries({ queryKey }) : undefined,
  });
  return mutate;
}
