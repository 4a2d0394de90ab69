import type { Editor } from "@tiptap/react";
import {
  Bold,
  Code,
  Italic,
  Link,
  List,
  ListOrdered,
  type LucideIcon,
  Quote,
  RemoveFormatting,
  Strikethrough,
  Underline,
} from "lucide-react";
import { useEffect, useState } from "react";
import { composeTexts } from "#/features/compose/compose-texts.ts";
import { keyCaps } from "#/state/commands/shortcuts.ts";
import { Button } from "#/ui/button.tsx";
import { IconButton } from "#/ui/icon-button.tsx";
import { Input } from "#/ui/form/input.tsx";

const words = composeTexts.rich;

type Chain = ReturnType<Editor["chain"]>;

/** The formats that can be toggled, in the order of the bar. */
const marks = [
  { name: "bold", icon: Bold, keys: "Mod+B", toggle: (chain) => chain.toggleBold() },
  { name: "italic", icon: Italic, keys: "Mod+I", toggle: (chain) => chain.toggleItalic() },
  {
    name: "underline",
    icon: Underline,
    keys: "Mod+U",
    toggle: (chain) => chain.toggleUnderline(),
  },
  {
    name: "strike",
    icon: Strikethrough,
    keys: "Mod+Shift+S",
    toggle: (chain) => chain.toggleStrike(),
  },
  {
    name: "bulletList",
    icon: List,
    keys: "Mod+Shift+8",
    toggle: (chain) => chain.toggleBulletList(),
  },
  {
    name: "orderedList",
    icon: ListOrdered,
    keys: "Mod+Shift+7",
    toggle: (chain) => chain.toggleOrderedList(),
  },
  {
    name: "blockquote",
    icon: Quote,
    keys: "Mod+Shift+9",
    toggle: (chain) => chain.toggleBlockquote(),
  },
  { name: "code", icon: Code, keys: "Mod+E", toggle: (chain) => chain.toggleCode() },
] as const satisfies readonly {
  name: string;
  icon: LucideIcon;
  keys: string;
  toggle: (chain: Chain) => Chain;
}[];

const labels: Record<(typeof marks)[number]["name"], string> = {
  bold: words.bold,
  italic: words.italic,
  underline: words.underline,
  strike: words.strike,
  bulletList: words.bulletList,
  orderedList: words.orderedList,
  blockquote: words.quote,
  code: words.code,
};

/** Formatting of the text. Every button also has a key. */
export function RichToolbar({ editor }: { editor: Editor }) {
  const [isLinking, setLinking] = useState(false);
  const [active, setActive] = useState(() => activeIn(editor));
  useEffect(() => {
    const handleTransaction = () => setActive(activeIn(editor));
    const handleKeyDown = (event: KeyboardEvent) => {
      const isLink = event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey);
      if (!isLink || event.shiftKey || event.altKey || editor.state.selection.empty) return;
      event.preventDefault();
      setLinking(true);
    };
    const { dom } = editor.view;
    editor.on("transaction", handleTransaction);
    dom.addEventListener("keydown", handleKeyDown);
    return () => {
      editor.off("transaction", handleTransaction);
      dom.removeEventListener("keydown", handleKeyDown);
    };
  }, [editor]);
  return (
    <div className="mb-2">
      <div
        role="group"
        aria-label={words.toolbar}
        className="-ms-1.5 flex flex-wrap gap-0.5 p-0.5 max-sm:-mx-5 max-sm:flex-nowrap max-sm:overflow-x-auto max-sm:ltr:mask-r-from-[calc(100%-2.5rem)] max-sm:rtl:mask-l-from-[calc(100%-2.5rem)] max-sm:ps-4 max-sm:pe-10 max-sm:[scrollbar-width:none]"
      >
        {marks.map(({ name, icon: Icon, keys, toggle }) => (
          <IconButton
            key={name}
            size="small"
            side="top"
            label={labels[name]}
            shortcut={keyCaps(keys).join(" ")}
            aria-pressed={active.names.includes(name)}
            icon={<Icon size={15} strokeWidth={1.75} aria-hidden="true" />}
            // Keeps the selection in the text.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => toggle(editor.chain().focus()).run()}
            className="aria-pressed:bg-selected coarse:size-9"
          />
        ))}
        <IconButton
          size="small"
          side="top"
          label={words.link}
          shortcut={keyCaps("Mod+k").join(" ")}
          aria-pressed={active.link !== ""}
          aria-expanded={isLinking}
          icon={<Link size={15} strokeWidth={1.75} aria-hidden="true" />}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => setLinking(!isLinking)}
          className="aria-pressed:bg-selected coarse:size-9"
        />
        <IconButton
          size="small"
          side="top"
          label={words.clear}
          shortcut={keyCaps("Mod+\\").join(" ")}
          icon={<RemoveFormatting size={15} strokeWidth={1.75} aria-hidden="true" />}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => editor.chain().focus().unsetAllMarks().clearNodes().run()}
          className="coarse:size-9"
        />
      </div>
      {isLinking && (
        <LinkForm editor={editor} start={active.link} onDone={() => setLinking(false)} />
      )}
    </div>
  );
}

/** Returns the formats of the text at the cursor. */
function activeIn(editor: Editor) {
  return {
    names: marks.map(({ name }) => name).filter((name) => editor.isActive(name)),
    link: String(editor.getAttributes("link")["href"] ?? ""),
  };
}

function LinkForm(props: { editor: Editor; start: string; onDone: () => void }) {
  const { editor } = props;
  const [address, setAddress] = useState(props.start);
  const set = () => {
    const href = withScheme(address.trim());
    const chain = editor.chain().focus().extendMarkRange("link");
    if (href && editor.state.selection.empty && !props.start) {
      chain
        .insertContent({
          type: "text",
          text: address.trim(),
          marks: [{ type: "link", attrs: { href } }],
        })
        .run();
    } else if (href) chain.setLink({ href }).run();
    else chain.unsetLink().run();
    props.onDone();
  };
  return (
    <div className="mt-1 flex flex-wrap gap-2">
      <Input
        type="url"
        aria-label={words.linkAddress}
        placeholder="https://"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- The field appears because it was asked for.
        autoFocus
        value={address}
        onChange={(event) => setAddress(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") {
            event.stopPropagation();
            props.onDone();
            editor.commands.focus();
          }
          if (event.key !== "Enter") return;
          event.preventDefault();
          event.stopPropagation();
          set();
        }}
        className="h-8 min-w-40 flex-1"
      />
      <Button onClick={set}>{address.trim() ? words.setLink : words.removeLink}</Button>
    </div>
  );
}

/** Users omit the scheme; an address without one would be a link into this page. */
function withScheme(address: string): string {
  if (!address) return "";
  if (/^(https?|mailto|tel):/i.test(address)) return address;
  return /^[^\s@/]+@[^\s@/]+$/.test(address) ? `mailto:${address}` : `https://${address}`;
}
