import { IdentityList } from "#/features/sending-settings/identity-list.tsx";
import { SendingChoices } from "#/features/sending-settings/sending-choices.tsx";

/** Settings for identities and sending. */
export function SendingPanel() {
  return (
    <>
      <IdentityList />
      <SendingChoices />
    </>
  );
}
