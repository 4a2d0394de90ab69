import type { Email } from "@inlet/contract/mail/email.ts";
import { type Dispatch, type SetStateAction, useState } from "react";

type Answered = { openId: string; email: Email } | null;

/** The message that is being answered below the open one, and a function that changes it. */
export type AnsweredState = readonly [Answered, Dispatch<SetStateAction<Answered>>];

/** The answered message; null once another one is open. It outlives the reader, which is created again beside the list. */
export function useAnswered(openId: string | null): AnsweredState {
  const [answered, setAnswered] = useState<Answered>(null);
  if (answered && answered.openId !== openId) setAnswered(null);
  return [answered, setAnswered];
}
