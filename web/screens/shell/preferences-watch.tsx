import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef } from "react";
import { call } from "#/api/client.ts";
import { preferencesQuery, profileQuery } from "#/api/writing-queries.ts";
import { useNotifications } from "#/state/notifications/use-notifications.ts";
import { speakAtStart } from "#/state/session/page-language.ts";
import { savePreferences } from "#/state/session/preferences.ts";
import { saveUser } from "#/state/session/session.ts";
import { type Theme, useTheme } from "#/state/session/theme.tsx";

/**
 * Applies preferences and profile changes made on another device, and saves a theme chosen here for other devices. Renders
 * nothing.
 */
export function PreferencesWatch({ themeAtStart }: { themeAtStart: Theme }) {
  const client = useQueryClient();
  useNotifications();
  const { data } = useQuery(preferencesQuery);
  const { theme, setTheme } = useTheme();
  useEffect(() => {
    if (data) savePreferences(data);
  }, [data]);

  const isSpoken = useRef(false);
  const locale = data?.locale;
  useEffect(() => {
    // A locale chosen on another device later applies to the next load: the user may be typing.
    if (locale === undefined || isSpoken.current) return;
    isSpoken.current = true;
    speakAtStart(locale);
  }, [locale]);

  const { data: user } = useQuery(profileQuery);
  useEffect(() => {
    if (user) saveUser(user);
  }, [user]);

  // This chunk may be loaded after the first choice of a theme.
  const shown = useRef(themeAtStart);
  const chosen = data?.theme;
  const applyTheme = useEffectEvent((next: Theme) => {
    // A theme chosen here that the server does not have yet is newer.
    if (shown.current === theme) setTheme(next);
  });
  useEffect(() => {
    if (chosen) applyTheme(chosen);
  }, [chosen]);

  const apply = useEffectEvent(async () => {
    if (theme === data?.theme) return;
    const { queryKey } = preferencesQuery;
    // A response in flight would restore the old theme.
    await client.cancelQueries({ queryKey });
    try {
      const answer = await call("PUT /user/preferences", { theme });
      // It may have been changed again since.
      if (shown.current === theme) client.setQueryData(queryKey, answer);
    } catch {
      // The theme stays on this device; other devices receive the next change.
      void client.invalidateQueries({ queryKey });
    }
  });
  useEffect(() => {
    if (shown.current === theme) return;
    shown.current = theme;
    void apply();
  }, [theme]);
  return null;
}
