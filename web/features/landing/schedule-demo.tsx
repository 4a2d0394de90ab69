import { lazy, Suspense, useEffect, useState } from "react";
import { call } from "#/api/client.ts";
import { landingTexts } from "#/features/landing/landing-texts.ts";
import { Modal } from "#/features/landing/modal.tsx";
import { Button } from "#/ui/button.tsx";

const DemoForm = lazy(async () => {
  const { DemoForm: Part } = await import("#/features/landing/demo-form.tsx");
  return { default: Part };
});

/** Link to book a talk with the product's team: their own page if it is set, else a form. */
export function ScheduleDemo() {
  const [isOpen, setOpen] = useState(false);
  const url = useDemoPage();
  const { schedule } = landingTexts.closing;
  return url ? (
    <a
      href={url}
      className="inline-flex h-12 items-center rounded-full border border-line bg-surface px-7 text-ui font-medium transition-colors hover:bg-hover"
    >
      {schedule}
    </a>
  ) : (
    <>
      <Button className="h-12 rounded-full px-7 text-ui coarse:h-12" onClick={() => setOpen(true)}>
        {schedule}
      </Button>
      <Modal isOpen={isOpen} onClose={() => setOpen(false)} label={schedule}>
        <Suspense
          fallback={<p className="text-control text-ink-3">{landingTexts.dialogs.loading}</p>}
        >
          <DemoForm onDone={() => setOpen(false)} />
        </Suspense>
      </Modal>
    </>
  );
}

/** Returns the URL at which the operator schedules demos; null while it is unknown, and if the form here is used. */
function useDemoPage(): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    const asking = new AbortController();
    call("GET /meta/demo", {}, { isAnonymous: true, signal: asking.signal })
      .then((page) => setUrl(page.url))
      // The form is available without it.
      .catch(() => undefined);
    return () => asking.abort();
  }, []);
  return url;
}
