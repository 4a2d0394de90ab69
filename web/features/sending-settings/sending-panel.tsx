import { IdentityList } from "#/features/sending-settings/identity-list.tsx";
import { SendingChoices } from "#/features/sending-settings/sending-choices.tsx";

/** Whom mail is from, and how it leaves. */
export function SendingPanel() {
  return (
    <>
      <IdentityList />
      <SendingChoices />
    </>
  );
}
