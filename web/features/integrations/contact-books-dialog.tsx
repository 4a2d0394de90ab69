import type { Integration } from "@inlet/contract/integrations/integrations.ts";
import { call } from "#/api/client.ts";
import { ConnectDav } from "#/features/integrations/connect-dav.tsx";
import { contactBooksTexts as words } from "#/features/integrations/contact-books-texts.ts";
import { FormStep } from "#/features/integrations/form-step.tsx";
import {
  IntegrationDialog,
  type OpenState,
  type Steps,
} from "#/features/integrations/integration-dialog.tsx";
import { notify, warn } from "#/state/changes/toasts.ts";

/** The address books that contacts are synced with, which has no deliveries: a sync replaces the test. */
export function ContactBooksDialog(props: OpenState) {
  return (
    <IntegrationDialog
      {...props}
      kind="contacts"
      words={words}
      row={(of, steps) => ({
        check: { label: words.sync, name: words.syncName(of.name), run: () => sync(of, steps) },
      })}
      form={({ back, finish }) => (
        <ConnectDav
          words={words}
          onCancel={back}
          connect={async (login, bookUrl) => {
            const chosen = bookUrl === undefined ? {} : { bookUrl };
            const { integration, books } = await call("POST /contact-books", {
              ...login,
              ...chosen,
            });
            if (integration === null) return books;
            notify(words.connected(integration.name));
            finish();
            return undefined;
          }}
        />
      )}
    />
  );
}

/** Syncs an address book; asks first if that would delete many contacts. */
async function sync({ id }: Integration, { open, back, refresh }: Steps): Promise<void> {
  const { isDone, asks, answer } = await call("POST /contact-books/{id}/sync", {
    id,
    isSure: false,
  });
  const syncSurely = async () => {
    const again = await call("POST /contact-books/{id}/sync", { id, isSure: true });
    await refresh();
    if (!again.isDone) throw new Error(again.answer);
    notify(again.answer);
    back();
  };
  if (asks) {
    open({
      title: words.sureTitle,
      content: (
        <FormStep confirm={words.sure} tone="danger" onCancel={back} onConfirm={syncSurely}>
          <p className="text-control text-ink-2">{answer}</p>
          <p className="text-control text-ink-2">{words.sureHint}</p>
        </FormStep>
      ),
    });
  } else if (isDone) notify(answer);
  else warn(answer);
}
