import { integrationsTexts } from "#/features/integrations/integrations-texts.ts";
import { useSession } from "#/state/session/session.ts";
import { CopyButton } from "#/ui/copy-button.tsx";

const words = integrationsTexts.operator;

const variables = {
  slack: ["SLACK_CLIENT_ID", "SLACK_CLIENT_SECRET", "SLACK_SIGNING_SECRET"],
  telegram: ["TELEGRAM_BOT_TOKEN"],
} as const;

/** Shows administrators the variables that a service needs, and asks other users to contact one. */
export function OperatorNote(props: {
  service: keyof typeof variables;
  /** The reason why the service cannot be connected. */
  text: string;
  /** The step before the variables are set. */
  first: string;
}) {
  const isAdmin = useSession((session) => session.user?.role === "admin");
  return (
    <div className="flex flex-col items-start gap-2 rounded-card border border-line bg-sunken px-4 py-3 text-control">
      <p className="font-medium">{props.text}</p>
      {isAdmin ? (
        <>
          <p className="text-ink-2">
            {props.first} {words.set}
          </p>
          <Variables names={variables[props.service]} />
        </>
      ) : (
        <p className="text-ink-2">{words.ask}</p>
      )}
    </div>
  );
}

function Variables({ names }: { names: readonly string[] }) {
  return (
    <>
      <ul dir="ltr" className="font-mono text-label wrap-anywhere select-all">
        {names.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
      <CopyButton text={names.map((name) => `${name}=\n`).join("")} />
    </>
  );
}
