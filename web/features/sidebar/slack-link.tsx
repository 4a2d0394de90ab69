import { useQuery } from "@tanstack/react-query";
import { slackQuery } from "#/api/slack-queries.ts";
import { slackLinkTexts as words } from "#/features/sidebar/slack-link-texts.ts";
import { cn } from "#/lib/class-names.ts";
import { setSlackOpen } from "#/state/commands/open-dialogs.ts";
import { SlackMark } from "#/ui/slack-mark.tsx";
import { Tooltip } from "#/ui/tooltip.tsx";

/** Opens the linked Slack workspaces. Not part of the first paint. */
export function SlackLink(props: { isNarrow: boolean; onFollow?: (() => void) | undefined }) {
  const { data } = useQuery(slackQuery);
  const workspaces = data?.workspaces ?? [];
  const [first] = workspaces;
  const isConnected = first !== undefined;
  const hint = isConnected ? words.connected(workspaces.length) : words.connect;
  const linked = isConnected && words.workspaces(workspaces.length, first.slack_team_name);
  return (
    <Tooltip label={hint}>
      <button
        type="button"
        // With enough space the visible name is the accessible name too, for users of voice control.
        {...((!linked || props.isNarrow) && { "aria-label": hint })}
        aria-haspopup="dialog"
        onClick={() => {
          props.onFollow?.();
          setSlackOpen(true);
        }}
        className="relative flex h-8 w-full shrink-0 items-center gap-3 overflow-hidden rounded-control pe-2.5 ps-[0.6875rem] text-start text-control whitespace-nowrap text-ink-2 transition-colors hover:bg-hover hover:text-ink coarse:h-11"
      >
        <SlackMark className="shrink-0" />
        <span className={cn("flex-1 transition-opacity", props.isNarrow && "opacity-0")}>
          {words.slack}
        </span>
        {linked && !props.isNarrow && (
          <bdi className="max-w-28 truncate text-label text-ink-3">{linked}</bdi>
        )}
        {isConnected && (
          <span
            aria-hidden="true"
            className={cn(
              "size-2 shrink-0 rounded-full bg-success",
              props.isNarrow && "absolute top-1.5 start-6 ring-2 ring-canvas",
            )}
          />
        )}
      </button>
    </Tooltip>
  );
}
