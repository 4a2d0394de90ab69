import { call } from "#/api/client.ts";
import { CodeStep } from "#/features/sign-in/code-step.tsx";
import { secondStepTexts } from "#/features/sign-in/second-step-texts.ts";
import { startSession } from "#/state/session/session.ts";

/** The second factor after a password. */
export function SecondStep(props: {
  email: string;
  password: string;
  onSignedIn: () => void;
  onBack: () => void;
}) {
  const signIn = async (code: string) => {
    const { email, password } = props;
    startSession(await call("POST /user/login", { email, password, code }, { isAnonymous: true }));
    props.onSignedIn();
  };
  return <CodeStep hint={secondStepTexts.appHint} onCode={signIn} onBack={props.onBack} />;
}
