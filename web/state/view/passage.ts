import { create } from "zustand";

/** A passage of a message that a link leads to. */
interface Passage {
  emailId: string;
  /** Text as in the message, except for white space. */
  text: string;
}

export const usePassage = create<{ passage: Passage | null }>()(() => ({ passage: null }));

/** Shows this passage when the message is opened; "" shows only the message. */
export function showPassage(emailId: string, text: string): void {
  usePassage.setState({ passage: text === "" ? null : { emailId, text } });
}

/** Forgets the passage of any other message, which starts from the top when it is opened again. */
export function forgetPassageOfOthers(emailId: string): void {
  const { passage } = usePassage.getState();
  if (passage && passage.emailId !== emailId) usePassage.setState({ passage: null });
}
