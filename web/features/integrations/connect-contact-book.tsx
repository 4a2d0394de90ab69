import { call } from "#/api/client.ts";
import { ConnectDav } from "#/features/integrations/connect-dav.tsx";
import { contactBooksTexts as words } from "#/features/integrations/contact-books-texts.ts";
import { notify } from "#/state/changes/toasts.ts";

/** Form for a new address book; if the server has several, the user chooses one. */
export function ConnectContactBook(props: { onCancel: () => void; onConnected: () => void }) {
  return (
    <ConnectDav
      words={words}
      onCancel={props.onCancel}
      connect={async (login, bookUrl) => {
        const chosen = bookUrl === undefined ? {} : { bookUrl };
        const { integration, books } = await call("POST /contact-books", { ...login, ...chosen });
        if (integration === null) return books;
        notify(words.connected(integration.name));
        props.onConnected();
        return undefined;
      }}
    />
  );
}
