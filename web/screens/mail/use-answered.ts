import type { Email } from "@inlet/contract/mail/email.ts";
import { type Dispatch, type SetStateAction, useState } from "react";

/** The message that is being answered below the open one. */
export interface Answered {
  openId: string;
  email: Email;
}

/** The answered message, and a function that changes it. */
export type AnsweredState = readonly [Answered | null, Dispatch<SetStateAction<Answered | null>>];

/** Returns the answered message; null after another one is opened. It outlives the reader, which is created again beside the list. */
export function useAnswered(openId: string | null): AnsweredState {
  const [answered, setAnswered] = useState<Answered | null>(null);
  if (answered && answered.openId !== openId) setAnswered(null);
  return [answered, setAnswered];
}
