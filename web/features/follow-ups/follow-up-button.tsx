import { useState } from "react";
import { followUpTexts as words } from "#/features/follow-ups/follow-up-texts.ts";
import { nameOf, type UnansweredConversation } from "#/features/follow-ups/follow-ups.ts";
import { ReminderMenu } from "#/features/follow-ups/reminder-menu.tsx";
import { Button } from "#/ui/button.tsx";

/**
 * Shows the one button of a row that waits for an answer, and the menu of its reminder: under the pointer, at the cursor, and the
 * button always on touch screens.
 */
export function FollowUpButton(props: {
  followUp: UnansweredConversation;
  /** Opens a nudge or a reply; the button is busy until its text is loaded. */
  onWrite: (followUp: UnansweredConversation) => Promise<void>;
}) {
  const { followUp } = props;
  const [isBusy, setBusy] = useState(false);
  const name = nameOf(followUp);
  const isTheirs = followUp.kind === "they-owe";
  const write = async () => {
    setBusy(true);
    await props.onWrite(followUp);
    setBusy(false);
  };
  return (
    // A click on a button does not open the mail below; the buttons themselves are reached by keys.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- as said above
    <span
      role="gridcell"
      onClick={(event) => event.stopPropagation()}
      className="absolute inset-y-0 end-2.5 flex items-center gap-1 bg-hover opacity-0 shadow-[-10px_0_8px_var(--hover)] group-focus-within:opacity-100 group-hover:opacity-100 group-aria-[current=true]:bg-selected group-aria-[current=true]:shadow-[-10px_0_8px_var(--selected)] coarse:end-5 coarse:bg-transparent! coarse:opacity-100 coarse:shadow-none!"
    >
      <span className="coarse:hidden">
        <ReminderMenu followUp={followUp} />
      </span>
      <Button
        tabIndex={-1}
        aria-label={isTheirs ? words.nudgeTo(name) : words.replyTo(name)}
        disabled={isBusy}
        aria-busy={isBusy}
        onClick={() => void write()}
        className="w-18"
      >
        {isTheirs ? words.shortNudge : words.reply}
      </Button>
    </span>
  );
}
