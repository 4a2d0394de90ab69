import { ConnectPlace } from "#/features/integrations/connect-save-target.tsx";
import { IntegrationDialog, type OpenState } from "#/features/integrations/integration-dialog.tsx";
import { placeTexts } from "#/features/integrations/save-target-texts.ts";
import type { SaveKind } from "#/state/view/save-to-integration.ts";

/** The places at a service that mail is saved to. */
export function PlacesDialog(props: OpenState & { kind: SaveKind }) {
  return (
    <IntegrationDialog
      {...props}
      words={{ ...placeTexts, ...placeTexts[props.kind] }}
      form={({ back, finish }) => (
        <ConnectPlace kind={props.kind} onCancel={back} onConnected={finish} />
      )}
    />
  );
}
