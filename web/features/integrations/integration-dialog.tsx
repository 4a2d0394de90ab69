import type { Integration, IntegrationKind } from "@inlet/contract/integrations/integrations.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Unplug } from "lucide-react";
import { type ReactNode, useState } from "react";
import { call } from "#/api/client.ts";
import { integrationsQuery, ofKind } from "#/api/integration-queries.ts";
import { DeliveryLog } from "#/features/integrations/delivery-log.tsx";
import { FormStep } from "#/features/integrations/form-step.tsx";
import { LinkedRow, type LinkedRowProps } from "#/features/integrations/linked-row.tsx";
import { texts } from "#/texts/shared/app-texts.ts";
import { notify } from "#/state/changes/toasts.ts";
import { Button } from "#/ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#/ui/dialog.tsx";
import { FormError } from "#/ui/form/form-error.tsx";

interface Words {
  title: string;
  hint: string;
  none: string;
  list: string;
  add: string;
  addTitle?: string;
  remove: string;
  removeTitle: (name: string) => string;
  removeHint: string;
  removed: string;
  /** Absent for an integration without deliveries. */
  logTitle?: (name: string) => string;
  logHint?: string;
  /** Absent if the dialog does not depend on the server's settings. */
  notSetUp?: ReactNode;
}

interface Step {
  title: string;
  description?: string;
  width?: "wide";
  content: ReactNode;
}

/** Moves between the list and the steps that replace it. */
export interface Steps {
  open: (step: Step) => void;
  back: () => void;
  refresh: () => Promise<void>;
  /** Returns to the list and reloads it. */
  finish: () => void;
}

export interface OpenState {
  isOpen: boolean;
  onClose: () => void;
}

interface ListProps {
  kind: IntegrationKind;
  words: Words;
  /** Form to connect another one. */
  form: (steps: Steps) => ReactNode;
  /** Replaces parts of a row; the actions are put before the one that removes it. */
  row?: (of: Integration, steps: Steps) => Partial<Omit<LinkedRowProps, "linked" | "onLog">>;
  removeIcon?: ReactNode;
  /** Row of an integration that is not connected yet, so without a target. */
  waiting?: ReactNode;
  hasErrorBox?: boolean;
  /** Content below the list. */
  children?: ReactNode;
}

/** The integrations of one kind: connects, tests, pauses and removes them, and shows their deliveries. */
export function IntegrationDialog({ isOpen, onClose, ...props }: OpenState & ListProps) {
  const client = useQueryClient();
  const [step, setStep] = useState<Step | null>(null);
  const back = () => setStep(null);
  const refresh = () => client.invalidateQueries({ queryKey: integrationsQuery.queryKey });
  const finish = () => {
    void refresh();
    back();
  };
  const steps = { open: setStep, back, refresh, finish };
  const close = () => {
    // A secret shown once must not be there when the dialog opens again.
    back();
    onClose();
  };
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={(next) => !next && close()}
      title={step ? step.title : props.words.title}
      description={step ? step.description : props.words.hint}
      closeLabel={texts.close}
      width={step ? (step.width ?? "normal") : "wide"}
    >
      {step ? step.content : <List {...props} steps={steps} />}
    </Dialog>
  );
}

function List({ words, steps, ...props }: ListProps & { steps: Steps }) {
  const { data, error } = useQuery(integrationsQuery);
  const all = ofKind(data, props.kind);
  const isSetUp = words.notSetUp === undefined || (data?.isSetUp.includes(props.kind) ?? true);
  const add = () => steps.open({ title: words.addTitle ?? words.add, content: props.form(steps) });
  return (
    <>
      <DialogBody className="min-h-20">
        {props.hasErrorBox && <FormError>{!data && error?.message}</FormError>}
        {!props.hasErrorBox && error && all.length === 0 && (
          <p role="alert" className="text-control text-danger">
            {error.message}
          </p>
        )}
        {!isSetUp && <div className="not-last:mb-4">{words.notSetUp}</div>}
        {isSetUp && data && all.length === 0 && <p className="text-ui">{words.none}</p>}
        {all.length > 0 && (
          <ul
            aria-label={words.list}
            className="divide-y divide-line rounded-card border border-line bg-surface"
          >
            {all.map((of) =>
              props.waiting && of.target === "" ? (
                <li key={of.id} className="flex flex-wrap items-center gap-2 px-4 py-3 text-ui">
                  {props.waiting}
                </li>
              ) : (
                <LinkedRow key={of.id} {...rowOf(of, words, steps, props)} />
              ),
            )}
          </ul>
        )}
        {props.children}
      </DialogBody>
      {isSetUp && (
        <DialogFooter>
          <Button tone="primary" onClick={add}>
            {words.add}
          </Button>
        </DialogFooter>
      )}
    </>
  );
}

function rowOf(
  of: Integration,
  words: Words,
  steps: Steps,
  { row, removeIcon }: Pick<ListProps, "row" | "removeIcon">,
): LinkedRowProps {
  const { actions = [], ...parts } = row?.(of, steps) ?? {};
  const { logTitle, logHint = "" } = words;
  const openLog = (title: string) =>
    steps.open({
      title,
      description: logHint,
      width: "wide",
      content: <DeliveryLog hook={of} onBack={steps.back} />,
    });
  const remove = async () => {
    await call("DELETE /integrations/{id}", { id: of.id });
    await steps.refresh();
    notify(words.removed);
    steps.back();
  };
  const askToRemove = () =>
    steps.open({
      title: words.removeTitle(of.name),
      content: (
        <FormStep confirm={words.remove} tone="danger" onCancel={steps.back} onConfirm={remove}>
          <p className="text-control text-ink-2">{words.removeHint}</p>
        </FormStep>
      ),
    });
  return {
    linked: of,
    detail: <bdi dir="ltr">{of.target}</bdi>,
    ...parts,
    ...(logTitle && { onLog: () => openLog(logTitle(of.name)) }),
    actions: [
      ...actions,
      { icon: removeIcon ?? <Unplug />, label: words.remove, onChoose: askToRemove },
    ],
  };
}
