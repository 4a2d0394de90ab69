import { create } from "zustand";

/** A passage of a message that a link leads to. */
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

/** Another mail was opened: the one that was left is shown from its beginning when it is opened again. */
export function forgetPassageOfOthers(emailId: string): void {
  const { passage } = usePassage.getState();
  if (passage && passage.emailId !== emailId) usePassage.setState({ passage: null });
}
