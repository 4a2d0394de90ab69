import type { Api } from "@inlet/contract/api.ts";
import type { DoctorEvent, DoctorStep } from "@inlet/contract/mail/account-doctor.ts";
import { useEffect, useRef, useState } from "react";
import { streamLines } from "#/api/stream-lines.ts";
import { accountTexts } from "#/features/accounts/account-texts.ts";
import { sentenceOf } from "#/lib/sentence-of.ts";

export type StepEvent = Extract<DoctorEvent, { kind: "step" }>;
type Verdict = Extract<DoctorEvent, { kind: "verdict" }>;

export interface Examination {
  isRunning: boolean;
  steps: ReadonlyMap<DoctorStep, StepEvent>;
  verdict: Verdict | null;
  error: string;
}

const untouched: Examination = { isRunning: false, steps: new Map(), verdict: null, error: "" };

/** Examines a mailbox and shows each step as it arrives; a new examination ends the previous one. */
export function useDoctor() {
  const [examination, setExamination] = useState(untouched);
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);

  const examine = async (request: Api["POST /imap/doctor"]["input"]): Promise<void> => {
    running.current?.abort();
    const stop = new AbortController();
    running.current = stop;
    setExamination({ ...untouched, isRunning: true });
    try {
      for await (const event of streamLines("POST /imap/doctor", request, stop.signal)) {
        setExamination((before) => withEvent(before, event));
      }
      setExamination((before) => ({ ...before, isRunning: false }));
    } catch (failure) {
      if (stop.signal.aborted) return;
      const error = sentenceOf(failure, accountTexts.doctor.failed);
      setExamination((before) => ({ ...before, isRunning: false, error }));
    }
  };
  const forget = () => {
    running.current?.abort();
    setExamination(untouched);
  };
  return { examination, examine, forget };
}

function withEvent(before: Examination, event: DoctorEvent): Examination {
  switch (event.kind) {
    case "step":
      return { ...before, steps: new Map(before.steps).set(event.step, event) };
    case "verdict":
      return { ...before, verdict: event };
    case "settings":
      return before;
  }
}
