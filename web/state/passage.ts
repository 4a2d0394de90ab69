import { create } from "zustand";

/** The place in a mail that somebody was led to. */
interface Passage {
  emailId: string;
  /** As the mail has it, but for white space. */
  text: string;
}

export const usePassage = create<{ passage: Passage | null }>()(() => ({ passage: null }));

/** Shows this place when the mail is open; "" shows the mail alone. */
export function showPassage(emailId: string, text: string): void {
  usePassage.setState({ passage: text === "" ? null : { emailId, text } });
}
