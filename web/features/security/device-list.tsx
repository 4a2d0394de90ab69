import type { SessionView } from "@inlet/contract/auth/security.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Monitor, Smartphone } from "lucide-react";
import { call } from "#/api/client.ts";
import { wipe } from "#/api/device-store.ts";
import { sessionsQuery } from "#/api/security-queries.ts";
import { deviceName, isHandheld } from "#/features/security/device-name.ts";
import { Item, ItemList } from "#/features/security/item-list.tsx";
import { ListError } from "#/features/security/list-error.tsx";
import { securityTexts } from "#/features/security/security-texts.ts";
import { timeAgo } from "#/features/security/time-ago.ts";
import { fullDate } from "#/lib/dates.ts";
import { sentenceOf } from "#/lib/sentence-of.ts";
import { useNow } from "#/lib/use-now.ts";
import { endSessionBy, useSession } from "#/state/session/session.ts";
import { notify, warn } from "#/state/changes/toasts.ts";
import { Badge } from "#/ui/badge.tsx";
import { Button } from "#/ui/button.tsx";
import { SettingCard } from "#/ui/settings/setting-card.tsx";

const words = securityTexts.devices;

/** The devices on which the user is signed in, and a way to sign them out. */
export function DeviceList() {
  const client = useQueryClient();
  const userId = useSession(({ user }) => user?.id ?? "");
  const { data: sessions = [], error, refetch } = useQuery(sessionsQuery);
  const act = async (work: () => Promise<unknown>, doneText: string) => {
    try {
      await work();
      notify(doneText);
    } catch (failure) {
      warn(sentenceOf(failure, securityTexts.failed));
    }
    await client.invalidateQueries({ queryKey: sessionsQuery.queryKey });
  };
  const endAll = async () => {
    try {
      await endSessionBy(() => call("POST /user/sessions/end", { keepsThis: false }));
      // The same as when only this device signs out.
      void wipe(userId, ["changes", "outgoing"]);
    } catch (failure) {
      warn(sentenceOf(failure, securityTexts.failed));
    }
  };
  return (
    <SettingCard
      title={words.title}
      hint={words.hint}
      actions={
        <>
          {sessions.length > 1 && (
            <Button
              onClick={() =>
                void act(
                  () => call("POST /user/sessions/end", { keepsThis: true }),
                  words.endedOthers,
                )
              }
            >
              {words.endOthers}
            </Button>
          )}
          <Button onClick={() => void endAll()}>{words.endAll}</Button>
        </>
      }
    >
      <ListError error={sessions.length === 0 ? error : null} onRetry={refetch} />
      <ItemList label={words.list}>
        {sessions.map((session) => (
          <Device
            key={session.id}
            session={session}
            onEnd={() =>
              void act(() => call("DELETE /user/sessions/{id}", { id: session.id }), words.ended)
            }
          />
        ))}
      </ItemList>
    </SettingCard>
  );
}

function Device({ session, onEnd }: { session: SessionView; onEnd: () => void }) {
  const now = useNow();
  const name = deviceName(session.userAgent);
  return (
    <Item
      icon={isHandheld(session.userAgent) ? Smartphone : Monitor}
      name={name}
      badges={
        session.isCurrent && (
          <Badge className="bg-selected px-2 text-accent-ink">{words.here}</Badge>
        )
      }
      detail={
        session.isCurrent
          ? words.startedAt(timeAgo(session.startedAt, now))
          : words.lastUsed(timeAgo(session.lastUsedAt, now))
      }
      detailTitle={fullDate(session.startedAt)}
      action={
        !session.isCurrent && (
          <Button tone="quiet" aria-label={words.endName(name)} onClick={onEnd}>
            {words.end}
          </Button>
        )
      }
    />
  );
}
