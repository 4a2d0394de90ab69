import type { Api } from "@inlet/contract/api.ts";
import type { MailPreferences } from "@inlet/contract/mail/settings.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#/api/client.ts";
import { preferencesQuery } from "#/api/writing-queries.ts";
import { texts } from "#/texts/shared/app-texts.ts";
import { savePreferences } from "#/state/session/preferences.ts";
import { warn } from "#/state/changes/toasts.ts";

type Answer = Api["GET /user/preferences"]["output"];

const { queryKey } = preferencesQuery;
// Preferences published in between are not refetched under this key: state/live/handle-live-event.ts.
const mutationKey = queryKey;

/** Returns a function that changes the user's preferences: here at once, and on every device once the server has them. */
export function useChangePreferences(): (
  chosen: Partial<MailPreferences>,
  options?: { onSuccess?: () => void },
) => void {
  const client = useQueryClient();
  const { mutate } = useMutation({
    mutationKey,
    // Sequential: the last choice wins.
    scope: { id: "preferences" },
    // A choice is saved even if the user leaves at once.
    mutationFn: (chosen: Partial<MailPreferences>) =>
      call("PUT /user/preferences", chosen, { keepalive: true }),
    onMutate: async (chosen) => {
      const kept = savePreferences(chosen);
      // A response in flight would restore the old choice.
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
      if (held) savePreferences(held.kept);
      if (held?.before) client.setQueryData<Answer>(queryKey, held.before);
      warn(texts.changeFailed);
    },
    // A response that is read while another choice is in flight would show that choice reverted.
    onSettled: () =>
      client.isMutating({ mutationKey }) === 1 ? client.invalidateQueries({ queryKey }) : undefined,
  });
  return mutate;
}
