import { ArrowLeft, Forward, Reply, ReplyAll } from "lucide-react";
import type { ReactNode } from "react";
import { readerTexts } from "#/features/reader/reader-texts.ts";
import { cn } from "#/lib/class-names.ts";
import { useShortcut } from "#/state/commands/shortcuts.ts";
import { Button } from "#/ui/button.tsx";
import { IconButton } from "#/ui/icon-button.tsx";
import { Tooltip } from "#/ui/tooltip.tsx";

const icon = { size: 16, strokeWidth: 1.75, "aria-hidden": true } as const;

/** The actions on the open message. */
export function ReaderBar(props: {
  onBack: () => void;
  onReply?: () => void;
  onReplyAll?: () => void;
  onForward?: () => void;
  actions?: ReactNode;
  /** True if Reply and the most frequent actions are in a bar below. */
  isPhone?: boolean;
}) {
  return (
    <div className="@container h-14 shrink-0 border-b border-line max-md:h-13">
      <div className="flex h-full items-center gap-2 px-3 @max-md:gap-0 @max-md:px-1.5">
        <IconButton
          label={readerTexts.back}
          shortcut={useShortcut("back")}
          icon={<ArrowLeft {...icon} />}
          onClick={props.onBack}
        />
        <BarGroup className={props.isPhone && "ms-auto"}>
          {!props.isPhone && (
            <Button tone="quiet" disabled={!props.onReply} onClick={props.onReply}>
              <Reply {...icon} />
              <span className="@max-[23rem]:sr-only coarse:@max-[28rem]:sr-only">
                {readerTexts.reply}
              </span>
            </Button>
          )}
          <WordButton
            word={readerTexts.replyAll}
            shortcut={useShortcut("replyAll")}
            icon={<ReplyAll {...icon} />}
            onClick={props.onReplyAll}
          />
          <WordButton
            word={readerTexts.forward}
            shortcut={useShortcut("forward")}
            icon={<Forward {...icon} />}
            onClick={props.onForward}
          />
        </BarGroup>
        {props.actions && (
          <div className={cn("flex items-center gap-2 @max-md:gap-0", !props.isPhone && "ms-auto")}>
            <BarLine className="@max-md:hidden" />
            {props.actions}
          </div>
        )}
      </div>
    </div>
  );
}

/** Buttons of the bar that belong together. */
export function BarGroup(props: { className?: string | false | undefined; children: ReactNode }) {
  return (
    <div className={cn("flex items-center gap-0.5 coarse:gap-0", props.className)}>
      {props.children}
    </div>
  );
}

/** The line between two groups of the bar. */
export function BarLine({ className }: { className?: string | undefined }) {
  return <span aria-hidden="true" className={cn("h-5 w-px shrink-0 bg-line", className)} />;
}

/** An icon with its word; the word is hidden if there is not enough space. */
function WordButton(props: {
  word: string;
  shortcut: string | undefined;
  icon: ReactNode;
  onClick: (() => void) | undefined;
}) {
  return (
    <Tooltip label={props.word} shortcut={props.shortcut}>
      <Button
        tone="quiet"
        disabled={!props.onClick}
        onClick={props.onClick}
        className="@max-[56rem]:size-8 @max-[56rem]:px-0 coarse:@max-[56rem]:size-11"
      >
        {props.icon}
        <span className="@max-[56rem]:sr-only">{props.word}</span>
      </Button>
    </Tooltip>
  );
}
