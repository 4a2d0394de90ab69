import type { Integration } from "@inlet/contract/integrations/integrations.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Unplug } from "lucide-react";
import { useState } from "react";
import { call } from "#/api/client.ts";
import { integrationsQuery, ofKind } from "#/api/integration-queries.ts";
import { ConnectPlace } from "#/features/integrations/connect-save-target.tsx";
import { DeliveryLog } from "#/features/integrations/delivery-log.tsx";
import { FormStep } from "#/features/integrations/form-step.tsx";
import { LinkedRow } from "#/features/integrations/linked-row.tsx";
import { placeTexts } from "#/features/integrations/save-target-texts.ts";
import { texts } from "#/texts/shared/app-texts.ts";
import type { SaveKind } from "#/state/view/save-to-integration.ts";
import { notify } from "#/state/changes/toasts.ts";
import { Button } from "#/ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#/ui/dialog.tsx";

type View = { at: "list" } | { at: "add" } | { at: "remove" | "log"; of: Integration };

/** The places at a service that mail is saved to: connects, tests, pauses and disconnects them. */
export function PlacesDialog(props: { kind: SaveKind; isOpen: boolean; onClose: () => void }) {
  const words = placeTexts[props.kind];
  const client = useQueryClient();
  const { data, error } = useQuery(integrationsQuery);
  const [view, setView] = useState<View>({ at: "list" });
  const places = ofKind(data, props.kind);
  const back = () => setView({ at: "list" });
  const refresh = () => client.invalidateQueries({ queryKey: integrationsQuery.queryKey });
  const close = () => {
    back();
    props.onClose();
  };
  const remove = async (place: Integration) => {
    await call("DELETE /integrations/{id}", { id: place.id });
    await refresh();
    notify(words.removed);
    back();
  };
  return (
    <Dialog
      isOpen={props.isOpen}
      onOpenChange={(isOpen) => !isOpen && close()}
      title={titleOf(view, props.kind)}
      {...(view.at === "list" && { description: words.hint })}
      closeLabel={texts.close}
      width={view.at === "list" || view.at === "log" ? "wide" : "normal"}
    >
      {view.at === "list" && (
        <>
          <DialogBody className="min-h-20">
            {error && places.length === 0 && (
              <p role="alert" className="text-control text-danger">
                {error.message}
              </p>
            )}
            {data && places.length === 0 && <p className="text-ui">{words.none}</p>}
            {places.length > 0 && (
              <ul
                aria-label={words.list}
                className="divide-y divide-line rounded-card border border-line bg-surface"
              >
                {places.map((of) => (
                  <LinkedRow
                    key={of.id}
                    linked={of}
                    detail={<bdi dir="ltr">{of.target}</bdi>}
                    onLog={() => setView({ at: "log", of })}
                    actions={[
                      {
                        icon: <Unplug />,
                        label: placeTexts.remove,
                        onChoose: () => setView({ at: "remove", of }),
                      },
                    ]}
                  />
                ))}
              </ul>
            )}
          </DialogBody>
          <DialogFooter>
            <Button tone="primary" onClick={() => setView({ at: "add" })}>
              {words.add}
            </Button>
          </DialogFooter>
        </>
      )}
      {view.at === "add" && (
        <ConnectPlace
          kind={props.kind}
          onCancel={back}
          onConnected={() => {
            void refresh();
            back();
          }}
        />
      )}
      {view.at === "log" && <DeliveryLog hook={view.of} onBack={back} />}
      {view.at === "remove" && (
        <FormStep
          confirm={placeTexts.remove}
          tone="danger"
          onCancel={back}
          onConfirm={() => remove(view.of)}
        >
          <p className="text-control text-ink-2">{words.removeHint}</p>
        </FormStep>
      )}
    </Dialog>
  );
}

function titleOf(view: View, kind: SaveKind): string {
  const words = placeTexts[kind];
  switch (view.at) {
    case "list":
      return words.title;
    case "add":
      return words.add;
    case "log":
      return placeTexts.logTitle(view.of.name);
    case "remove":
      return placeTexts.removeTitle(view.of.name);
  }
}
