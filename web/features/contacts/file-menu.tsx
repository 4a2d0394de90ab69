import { Download, Ellipsis, Upload } from "lucide-react";
import { useRef } from "react";
import { call } from "#/api/client.ts";
import { contactTexts as words } from "#/features/contacts/contact-texts.ts";
import { notify, warn } from "#/state/changes/toasts.ts";
import { Menu, MenuIcon, menuItem } from "#/ui/menu.tsx";

const icon = { size: 16, strokeWidth: 1.75, "aria-hidden": true } as const;
const fileBytes = 10 * 1024 * 1024;

/** A menu that imports contacts from a file, and exports all of them as one. */
export function ContactFiles(props: {
  attempt: (act: () => Promise<unknown>) => Promise<boolean>;
  canExport: boolean;
}) {
  const picker = useRef<HTMLInputElement>(null);
  const take = (file: File) =>
    props.attempt(async () => {
      if (file.size > fileBytes) {
        warn(words.tooLarge);
        return;
      }
      // NUL is not text; the server would refuse the whole file.
      const text = (await file.text()).replaceAll("\0", "");
      notify(words.imported(await call("POST /contacts/cards", { text })));
    });
  const handOut = () =>
    props.attempt(async () => {
      const { text } = await call("GET /contacts/cards", {});
      const url = URL.createObjectURL(new Blob([text], { type: "text/vcard" }));
      const link = document.createElement("a");
      link.href = url;
      link.download = words.fileName;
      link.click();
      URL.revokeObjectURL(url);
    });
  return (
    <>
      <input
        ref={picker}
        type="file"
        accept=".vcf,text/vcard,text/x-vcard"
        aria-label={words.import}
        hidden
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          target.value = "";
          if (file) void take(file);
        }}
      />
      <Menu
        label={words.files}
        button={<Ellipsis {...icon} size={18} />}
        className="grid size-8 shrink-0 place-items-center rounded-control text-ink-2 hover:bg-hover hover:text-ink coarse:size-11"
      >
        <button type="button" {...menuItem} onClick={() => picker.current?.click()}>
          <MenuIcon>
            <Upload {...icon} />
          </MenuIcon>
          {words.import}
        </button>
        {props.canExport && (
          <button type="button" {...menuItem} onClick={() => void handOut()}>
            <MenuIcon>
              <Download {...icon} />
            </MenuIcon>
            {words.export}
          </button>
        )}
      </Menu>
    </>
  );
}
