import type { EmailRow } from "@inlet/contract/mail/email.ts";
import { useQuery } from "@tanstack/react-query";
import { readSource } from "#/api/read-source.ts";
import { readerTexts } from "#/features/reader/reader-texts.ts";
import { saveSource } from "#/features/reader/save-source.ts";
import { texts } from "#/texts/shared/app-texts.ts";
import { Button, Turning } from "#/ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#/ui/dialog.tsx";
import { ErrorState } from "#/ui/error-state.tsx";

const words = readerTexts.source;

/** Maximum number of bytes shown: a page displays as many without effort. */
const shownBytes = 512 * 1024;

/** The source of a message: its header and its body as plain text. */
export function SourceDialog(props: { isOpen: boolean; email: EmailRow; onClose: () => void }) {
  const { email, isOpen } = props;
  const source = useQuery({
    queryKey: ["source", email.id],
    queryFn: async ({ signal }) => {
      const whole = await readSource(email.id, signal);
      const text = await textOf(whole.slice(0, shownBytes));
      return { text, isCut: whole.size > shownBytes };
    },
    enabled: isOpen,
    // A source can be large, and is seldom viewed twice.
    gcTime: 0,
  });
  const { data, error } = source;
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={(isNowOpen) => !isNowOpen && props.onClose()}
      title={words.title}
      description={email.subject || readerTexts.noSubject}
      closeLabel={texts.close}
      width="wide"
      isFullOnPhone
    >
      <DialogBody className="min-h-40">
        {error ? (
          <ErrorState
            title={readerTexts.failed}
            message={error.message}
            retryLabel={readerTexts.retry}
            onRetry={() => void source.refetch()}
          />
        ) : data ? (
          <>
            <section
              // It scrolls, so the keyboard must reach it.
              // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- as said above
              tabIndex={0}
              aria-label={words.title}
              className="overflow-x-auto rounded-control bg-sunken p-3 font-mono text-label text-ink-2 wrap-anywhere select-text"
            >
              <pre className="font-[inherit] whitespace-pre-wrap">{data.text}</pre>
            </section>
            {data.isCut && <p className="mt-2 text-control text-ink-3">{words.cut}</p>}
          </>
        ) : (
          <output className="flex items-center gap-2 text-control text-ink-3">
            <Turning /> {words.loading}
          </output>
        )}
      </DialogBody>
      <DialogFooter>
        <Button tone="primary" onClick={() => void saveSource(email)}>
          {words.save}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}

/** Decodes UTF-8. Bytes in another charset become replacement characters; the download keeps the original. */
async function textOf(bytes: Blob): Promise<string> {
  const text = await bytes.text();
  return text.replaceAll("\r\n", "\n");
}
