import "#/features/compose/editor/rich-text.css";
import { Editor, Extension } from "@tiptap/react";
import { StarterKit } from "@tiptap/starter-kit";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { contentOfHtml } from "#/features/compose/editor/rich-content.ts";
import type { DraftFile } from "#/features/compose/drafts/draft.ts";
import { CidImage, fetchPreviews, storePreview } from "#/features/compose/editor/rich-image.ts";
import { RichToolbar } from "#/features/compose/editor/rich-toolbar.tsx";

interface Written {
  html: string;
  content: string;
}

interface RichTextProps {
  html: string;
  /** Includes the inline images. */
  files: readonly DraftFile[];
  /** True if the user has just switched to rich text: the editor takes the focus. */
  isFocused: boolean;
  label: string;
  placeholder: string;
  minHeightPx: number;
  maxHeightPx: number;
  onChange: (written: Written) => void;
  /** Attaches an image and returns its Content-ID. */
  onImage: (file: File) => string;
}

const plainElement = { HTMLAttributes: { target: null, rel: null, class: null } };
/** Height of the toolbar above the text. */
const barPx = 44;

/**
 * The editor for rich text. It only accepts markup that it can write: pasted styles, external pictures and scripts are dropped
 * because its schema does not include them.
 */
export function RichText(props: RichTextProps) {
  const place = useRef<HTMLDivElement>(null);
  const [editor, setEditor] = useState<Editor | null>(null);
  const { html, files } = props;

  const create = useEffectEvent((element: HTMLElement) => createEditor(element, props));
  const show = useEffectEvent(({ editor: now }: { editor: Editor }) =>
    props.onChange({ html: now.getHTML(), content: now.getText({ blockSeparator: "\n\n" }) }),
  );
  const take = useEffectEvent((now: Editor, given: DataTransfer | null, event: Event): boolean =>
    takeImages(now, given, { event, onImage: props.onImage }),
  );
  useEffect(() => {
    if (!place.current) return;
    const created = create(place.current);
    created.on("update", show);
    created.setOptions({
      editorProps: {
        ...created.options.editorProps,
        // Sends the message; the window or the card handles the event.
        handleKeyDown: (_view, event) => event.key === "Enter" && (event.ctrlKey || event.metaKey),
        handlePaste: (_view, event) => take(created, event.clipboardData, event),
        handleDrop: (_view, event) => take(created, event.dataTransfer, event),
      },
    });
    setEditor(created);
    return () => created.destroy();
  }, []);
  useEffect(() => fetchPreviews(files), [files]);
  useEffect(() => {
    // The content was changed outside the editor: another sender or signature.
    if (!editor || editor.isDestroyed || html === editor.getHTML()) return;
    editor.commands.setContent(contentOfHtml(html, editor.schema), { emitUpdate: false });
  }, [editor, html]);

  return (
    <div className="mt-2">
      <div className="min-h-11">{editor && <RichToolbar editor={editor} />}</div>
      <div
        ref={place}
        className="rich-text text-ui coarse:text-[1rem]"
        style={{
          "--rich-min-height": `${props.minHeightPx - barPx}px`,
          "--rich-max-height": `${props.maxHeightPx - barPx}px`,
        }}
      />
    </div>
  );
}

/** Keyboard shortcuts of other mail clients that the editor lacks or assigns differently. */
const UsualKeys = Extension.create({
  name: "usualKeys",
  priority: 1000,
  addKeyboardShortcuts() {
    const { editor } = this;
    return {
      "Mod-Shift-9": () => editor.commands.toggleBlockquote(),
      "Mod-\\": () => editor.chain().unsetAllMarks().clearNodes().run(),
    };
  },
});

function createEditor(element: HTMLElement, props: RichTextProps): Editor {
  return new Editor({
    element,
    // The page allows no style sheets but its own.
    injectCSS: false,
    autofocus: props.isFocused ? "start" : false,
    extensions: [
      StarterKit.configure({
        horizontalRule: false,
        heading: { levels: [1, 2, 3] },
        link: { openOnClick: false, defaultProtocol: "https", ...plainElement },
        dropcursor: { color: "var(--accent)", width: 2 },
        trailingNode: false,
      }),
      CidImage,
      UsualKeys,
    ],
    // The text is set later: a string would be parsed as markup, which the page forbids.
    content: { type: "doc", content: [{ type: "paragraph" }] },
    editorProps: {
      attributes: {
        role: "textbox",
        "aria-multiline": "true",
        "aria-label": props.label,
        "data-placeholder": props.placeholder,
      },
    },
  });
}

/** Inserts pasted or dropped pictures into the text; returns false without pictures. */
function takeImages(
  editor: Editor,
  given: DataTransfer | null,
  { event, onImage }: { event: Event; onImage: (file: File) => string },
): boolean {
  const images = [...(given?.files ?? [])].filter(({ type }) => /^image\/(?!svg)/.test(type));
  // Beside HTML, the picture is only another form of the copied content.
  if (images.length === 0 || given?.types.includes("text/html")) return false;
  event.preventDefault();
  for (const image of images) {
    const cid = onImage(image);
    storePreview(cid, image);
    const attrs = { src: `cid:${cid}`, alt: image.name };
    editor.chain().focus().insertContent({ type: "image", attrs }).run();
  }
  return true;
}
