import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { pageTexts } from "#/texts/shared/page-texts.ts";
import { sentenceOf } from "#/lib/sentence-of.ts";
import { warn } from "#/state/changes/toasts.ts";
import { Button } from "#/ui/button.tsx";
import { SettingCard } from "#/ui/settings/setting-card.tsx";

/** A list of blocked or allowed addresses, each with a button to remove it. */
export function SenderList(props: {
  title: string;
  hint: string;
  none: string;
  /** Undefined while it is loading. */
  senders: readonly { address: string }[] | undefined;
  action: string;
  actionName: (address: string) => string;
  queryKey: QueryKey;
  onAct: (address: string) => Promise<unknown>;
}) {
  const { senders } = props;
  const client = useQueryClient();
  const act = async (address: string) => {
    try {
      await props.onAct(address);
    } catch (error) {
      warn(sentenceOf(error, pageTexts.failed.title));
    }
    await client.invalidateQueries({ queryKey: props.queryKey });
  };
  return (
    <SettingCard title={props.title} hint={senders?.length === 0 ? props.none : props.hint}>
      {senders && senders.length > 0 && (
        <ul className="divide-y divide-line">
          {senders.map(({ address }) => (
            <li key={address} className="flex items-center gap-3 px-4 py-2.5">
              <bdi className="min-w-0 flex-1 truncate text-control">{address}</bdi>
              <Button
                tone="quiet"
                aria-label={props.actionName(address)}
                onClick={() => void act(address)}
              >
                {props.action}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </SettingCard>
  );
}
