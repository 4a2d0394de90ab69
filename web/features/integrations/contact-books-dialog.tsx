import type { Integration } from "@inlet/contract/integrations/integrations.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Unplug } from "lucide-react";
import { useState } from "react";
import { call } from "#/api/client.ts";
import { integrationsQuery, ofKind } from "#/api/integration-queries.ts";
import { ConnectContactBook } from "#/features/integrations/connect-contact-book.tsx";
import { contactBooksTexts as words } from "#/features/integrations/contact-books-texts.ts";
import { FormStep } from "#/features/integrations/form-step.tsx";
import { LinkedRow } from "#/features/integrations/linked-row.tsx";
import { texts } from "#/texts/shared/app-texts.ts";
import { notify, warn } from "#/state/changes/toasts.ts";
import { Button } from "#/ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#/ui/dialog.tsx";

type View = { at: "list" } | { at: "add" } | { at: "remove" | "sure"; of: Integration };

/** The address books that contacts are synced with: connects, syncs, pauses and disconnects them. */
export function ContactBooksDialog(props: { isOpen: boolean; onClose: () => void }) {
  const client = useQueryClient();
  const { data, error } = useQuery(integrationsQuery);
  const [view, setView] = useState<View>({ at: "list" });
  const books = ofKind(data, "contacts");
  const back = () => setView({ at: "list" });
  const refresh = () => client.invalidateQueries({ queryKey: integrationsQuery.queryKey });
  const close = () => {
    back();
    props.onClose();
  };
  const remove = async (book: Integration) => {
    await call("DELETE /integrations/{id}", { id: book.id });
    await refresh();
    notify(words.removed);
    back();
  };
  const sync = async (book: Integration) => {
    const { isDone, asks, answer, integration } = await call("POST /contact-books/{id}/sync", {
      id: book.id,
      isSure: false,
    });
    if (asks) setView({ at: "sure", of: { ...integration, reason: answer } });
    else if (isDone) notify(answer);
    else warn(answer);
  };
  const syncSurely = async ({ id }: Integration) => {
    const { isDone, answer } = await call("POST /contact-books/{id}/sync", { id, isSure: true });
    await refresh();
    if (!isDone) throw new Error(answer);
    notify(answer);
    back();
  };
  return (
    <Dialog
      isOpen={props.isOpen}
      onOpenChange={(isOpen) => !isOpen && close()}
      title={titleOf(view)}
      {...(view.at === "list" && { description: words.hint })}
      closeLabel={texts.close}
      width={view.at === "list" ? "wide" : "normal"}
    >
      {view.at === "list" && (
        <>
          <DialogBody className="min-h-20">
            {error && books.length === 0 && (
              <p role="alert" className="text-control text-danger">
                {error.message}
              </p>
            )}
            {data && books.length === 0 && <p className="text-ui">{words.none}</p>}
            {books.length > 0 && (
              <ul
                aria-label={words.list}
                className="divide-y divide-line rounded-card border border-line bg-surface"
              >
                {books.map((of) => (
                  <LinkedRow
                    key={of.id}
                    linked={of}
                    detail={<bdi dir="ltr">{of.target}</bdi>}
                    check={{
                      label: words.sync,
                      name: words.syncName(of.name),
                      run: () => sync(of),
                    }}
                    actions={[
                      {
                        icon: <Unplug />,
                        label: words.remove,
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
        <ConnectContactBook
          onCancel={back}
          onConnected={() => {
            void refresh();
            back();
          }}
        />
      )}
      {view.at === "sure" && (
        <FormStep
          confirm={words.sure}
          tone="danger"
          onCancel={back}
          onConfirm={() => syncSurely(view.of)}
        >
          <p className="text-control text-ink-2">{view.of.reason}</p>
          <p className="text-control text-ink-2">{words.sureHint}</p>
        </FormStep>
      )}
      {view.at === "remove" && (
        <FormStep
          confirm={words.remove}
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

function titleOf(view: View): string {
  switch (view.at) {
    case "list":
      return words.title;
    case "add":
      return words.add;
    case "sure":
      return words.sureTitle;
    case "remove":
      return words.removeTitle(view.of.name);
  }
}
