import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef } from "react";
import { call } from "#/api/client.ts";
import { preferencesQuery, profileQuery } from "#/api/writing-queries.ts";
import { useNotifications } from "#/state/use-notifications.ts";
import { keepPreferences } from "#/state/preferences.ts";
import { keepUser } from "#/state/session.ts";
import { useTheme } from "#/state/theme.tsx";

/** Follows what the person chose and who they said they are on another device, and tells the others of a theme chosen here. Shows nothing. */
export function PreferencesWatch() {
  const client = useQueryClient();
  useNotifications();
  const { data } = useQuery(preferencesQuery);
  const { theme, setTheme } = useTheme();
  useEffect(() => {
    if (data) keepPreferences(data);
  }, [data]);

  const { data: user } = useQuery(profileQuery);
  useEffect(() => {
    if (user) keepUser(user);
  }, [user]);

  const chosen = data?.theme;
  const follow = useEffectEvent(setTheme);
  useEffect(() => {
    if (chosen) follow(chosen);
  }, [chosen]);

  const shown = useRef(theme);
  const tell = useEffectEvent(async () => {
    if (!data || theme === data.theme) return;
    try {
      const answer = await call("PUT /user/preferences", { theme });
      // It may have been changed once more meanwhile.
      if (shown.current === theme) client.setQueryData(preferencesQuery.queryKey, answer);
    } catch {
      // It holds here all the same; the other devices hear of the next change.
    }
  });
  useEffect(() => {
    if (shown.current === theme) return;
    shown.current = theme;
    void tell();
  }, [theme]);
  return null;
}
