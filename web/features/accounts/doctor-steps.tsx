import { Check, CircleCheck, CircleDashed, ExternalLink, TriangleAlert, X } from "lucide-react";
import { accountTexts } from "#/features/accounts/account-texts.ts";
import type { Examination, StepEvent } from "#/features/accounts/use-doctor.ts";
import { cn } from "#/lib/class-names.ts";
import { Turning } from "#/ui/button.tsx";
import { FormError } from "#/ui/form/form-error.tsx";

const { doctor } = accountTexts;

/** Shows the examination of a mailbox step by step, and how to fix it. Renders nothing before the first step. */
export function DoctorSteps(props: { examination: Examination; className?: string }) {
  const { steps, verdict, error } = props.examination;
  if (error) return <FormError>{error}</FormError>;
  if (!steps.size) return null;
  return (
    <div className={cn("rounded-control border border-line bg-surface", props.className)}>
      <ul aria-label={doctor.list} className="flex flex-col px-3 py-2">
        {[...steps.values()].map((event) => (
          <Step key={event.step} event={event} />
        ))}
      </ul>
      <div role="status">
        {verdict && (
          <div
            className={cn(
              "flex items-start gap-2.5 border-t border-line px-3 py-2.5 text-control",
              verdict.isHealthy ? "text-success" : "text-ink",
            )}
          >
            {verdict.isHealthy ? (
              <CircleCheck size={16} aria-hidden="true" className="mt-0.5 shrink-0" />
            ) : (
              <TriangleAlert size={16} aria-hidden="true" className="mt-0.5 shrink-0 text-warn" />
            )}
            <p className="min-w-0 wrap-anywhere">
              {verdict.sentence}{" "}
              {verdict.helpUrl && <HelpLink url={verdict.helpUrl} label={doctor.help} />}
            </p>
          </div>
        )}
      </div>
    </div>
  );
}

/** Link to a provider's own page. */
export function HelpLink({ url, label }: { url: string; label: string }) {
  return (
    <a
      href={url}
      target="_blank"
      rel="noreferrer"
      className="inline-flex items-center gap-1 font-medium text-accent-ink underline-offset-2 hover:underline"
    >
      {label}
      <ExternalLink size={12} aria-hidden="true" />
    </a>
  );
}

function Step({ event }: { event: StepEvent }) {
  const isQuiet = event.state === "skipped";
  return (
    <li className="flex flex-col py-1">
      <div className="flex items-center gap-2.5 text-control">
        <span className="grid size-4 shrink-0 place-items-center">
          <StepIcon state={event.state} />
        </span>
        <span className={cn("shrink-0", isQuiet ? "text-ink-3" : "text-ink")}>
          {doctor.steps[event.step]}
        </span>
        <span className="sr-only">{doctor.states[event.state]}</span>
        <span className="ms-auto truncate ps-2 font-mono text-meta text-ink-3">{event.detail}</span>
      </div>
      {event.fingerprint && (
        <p className="ms-6.5 text-meta text-ink-3">
          {doctor.fingerprint}
          <span className="block font-mono wrap-anywhere">{event.fingerprint}</span>
        </p>
      )}
    </li>
  );
}

function StepIcon({ state }: { state: StepEvent["state"] }) {
  switch (state) {
    case "running":
      return (
        <span className="text-accent">
          <Turning />
        </span>
      );
    case "ok":
      return <Check size={16} strokeWidth={2} aria-hidden="true" className="text-success" />;
    case "failed":
      return <X size={16} strokeWidth={2} aria-hidden="true" className="text-danger" />;
    case "skipped":
      return <CircleDashed size={14} aria-hidden="true" className="text-ink-3" />;
  }
}
