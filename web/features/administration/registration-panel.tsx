import type { SignupInvitation } from "@inlet/contract/admin/admin-users.ts";
import { Radio } from "@base-ui/react/radio";
import { RadioGroup } from "@base-ui/react/radio-group";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { MailPlus } from "lucide-react";
import { useState } from "react";
import { registrationQuery } from "#/api/admin-queries.ts";
import { call } from "#/api/client.ts";
import { adminTexts } from "#/features/administration/admin-texts.ts";
import { InviteDialog } from "#/features/administration/invite-dialog.tsx";
import { Loaded, NoRows, Rows } from "#/features/administration/parts.tsx";
import { headDate } from "#/lib/dates.ts";
import { sentenceOf } from "#/lib/sentence-of.ts";
import { notify, warn } from "#/state/changes/toasts.ts";
import { Button } from "#/ui/button.tsx";
import { SettingCard } from "#/ui/settings/setting-card.tsx";

const words = adminTexts.registration;
const modes = ["open", "invite", "closed"] as const;
type Mode = (typeof modes)[number];

/** Shows who may sign up, and the invitation links. */
export function RegistrationPanel() {
  const client = useQueryClient();
  const asked = useQuery(registrationQuery);
  const [round, setRound] = useState(0);
  const [isOpen, setOpen] = useState(false);
  const refresh = () => client.invalidateQueries({ queryKey: registrationQuery.queryKey });
  const attempt = async (act: () => Promise<unknown>, done: string) => {
    try {
      await act();
      notify(done);
    } catch (failure) {
      warn(sentenceOf(failure, adminTexts.failed));
    }
    await refresh();
  };
  return (
    <Loaded asked={asked}>
      {({ mode, isFixed, isChosen, sendsMail, invitations }) => (
        <>
          <SettingCard
            title={words.title}
            hint={isFixed ? words.fixed : isChosen ? words.hint : words.byDefault}
          >
            <ModeChoice
              mode={mode}
              isFixed={isFixed}
              onChange={(next) =>
                void attempt(() => call("PUT /admin/registration", { mode: next }), words.saved)
              }
            />
          </SettingCard>
          <SettingCard
            title={words.invitations}
            hint={words.invitationsHint}
            actions={
              <Button
                onClick={() => {
                  setRound(round + 1);
                  setOpen(true);
                }}
              >
                {words.create}
              </Button>
            }
          >
            {invitations.length === 0 ? (
              <NoRows>{words.none}</NoRows>
            ) : (
              <Rows label={words.list}>
                {invitations.map((invitation) => (
                  <Invitation
                    key={invitation.id}
                    invitation={invitation}
                    onRevoke={() =>
                      void attempt(
                        () => call("DELETE /admin/invitations/{id}", { id: invitation.id }),
                        words.revoked,
                      )
                    }
                  />
                ))}
              </Rows>
            )}
            <InviteDialog
              key={round}
              sendsMail={sendsMail}
              isOpen={isOpen}
              onClose={() => setOpen(false)}
              onCreated={refresh}
            />
          </SettingCard>
        </>
      )}
    </Loaded>
  );
}

function ModeChoice(props: { mode: Mode; isFixed: boolean; onChange: (mode: Mode) => void }) {
  return (
    <RadioGroup
      aria-label={words.title}
      value={props.mode}
      disabled={props.isFixed}
      // Safe: Base UI returns one of the values given to its radios.
      onValueChange={(mode) => props.onChange(mode as Mode)}
      className="divide-y divide-line"
    >
      {modes.map((mode) => (
        <label key={mode} className="flex items-start gap-3 px-4 py-3">
          <Radio.Root
            value={mode}
            className="mt-0.5 grid size-4 shrink-0 place-items-center rounded-full border border-line-strong bg-surface data-checked:border-accent data-disabled:opacity-55"
          >
            <Radio.Indicator className="size-2 rounded-full bg-accent" />
          </Radio.Root>
          <span className="min-w-0 text-label">
            <span className="block text-ui font-medium">{words.modes[mode].label}</span>
            <span className="block text-ink-3">{words.modes[mode].hint}</span>
          </span>
        </label>
      ))}
    </RadioGroup>
  );
}

function Invitation(props: { invitation: SignupInvitation; onRevoke: () => void }) {
  const { email, expiresAt } = props.invitation;
  const who = email || words.anyone;
  return (
    <li className="flex items-center gap-3.5 px-4 py-3">
      <MailPlus size={18} strokeWidth={1.75} aria-hidden="true" className="shrink-0 text-ink-3" />
      <div className="min-w-0 flex-1 text-label">
        <p className="truncate text-ui font-medium">
          <bdi>{who}</bdi>
        </p>
        <p className="text-ink-3">{words.until(headDate(expiresAt))}</p>
      </div>
      <Button tone="quiet" aria-label={words.revokeName(who)} onClick={props.onRevoke}>
        {words.revoke}
      </Button>
    </li>
  );
}
