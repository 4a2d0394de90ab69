import type { ModelTrial } from "@inlet/contract/ai/ai-models.ts";
import { CircleCheck } from "lucide-react";
import { aiTexts } from "#/features/ai-settings/ai-settings-texts.ts";
import { cn } from "#/lib/class-names.ts";
import { FormError } from "#/ui/form/form-error.tsx";

/** The result of trying a model: its abilities, or the reason why it gave no answer. */
export function TrialResult(props: { trial: ModelTrial | null; className?: string }) {
  const { trial, className = "" } = props;
  if (trial !== null && !trial.works)
    return <FormError className={className}>{aiTexts.problems[trial.problem]}</FormError>;
  return (
    <div role="status" className={cn(className, "empty:absolute empty:p-0")}>
      {trial && (
        <div className="flex items-start gap-2.5 rounded-control border border-line bg-sunken px-3 py-2.5 text-control">
          <CircleCheck
            size={16}
            strokeWidth={1.75}
            aria-hidden="true"
            className="mt-0.5 shrink-0 text-accent-ink"
          />
          <div className="min-w-0 wrap-anywhere">
            <p className="font-medium">{aiTexts.works(trial.name)}</p>
            <p className="text-ink-2">{aiTexts.found(trial)}</p>
            <p className="text-ink-3">{aiTexts.noMailSent}</p>
          </div>
        </div>
      )}
    </div>
  );
}
