import type { User } from "@inlet/contract/auth/user.ts";
import { type KeyboardEvent, type PointerEvent, useEffect, useId, useRef, useState } from "react";
import { uploadAvatar } from "#/api/upload-avatar.ts";
import { firstLook, type Look, moved, zoomMax } from "#/features/profile/crop.ts";
import { avatarFile, draw } from "#/features/profile/draw-avatar.ts";
import { profileTexts } from "#/features/profile/profile-texts.ts";
import { sentenceOf } from "#/lib/sentence-of.ts";
import { texts } from "#/texts/shared/app-texts.ts";
import { Button } from "#/ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#/ui/dialog.tsx";
import { FormError } from "#/ui/form/form-error.tsx";

const words = profileTexts.avatar;
/** Twice the displayed size. */
const canvasPx = 576;
/** Step of the arrow keys, as a share of the square's side. */
const step = 0.05;
const steps: Readonly<Record<string, { x: number; y: number }>> = {
  ArrowLeft: { x: -step, y: 0 },
  ArrowRight: { x: step, y: 0 },
  ArrowUp: { x: 0, y: -step },
  ArrowDown: { x: 0, y: step },
};

/** Chooses the square of a picture for the avatar: it is dragged into place, or moved by keys. */
export function CropDialog(props: {
  isOpen: boolean;
  picture: ImageBitmap;
  onClose: () => void;
  onSaved: (user: User) => void;
}) {
  const { picture } = props;
  const [look, setLook] = useState(() => firstLook(picture));
  const [error, setError] = useState("");
  const [isBusy, setBusy] = useState(false);
  const frame = useRef<HTMLButtonElement>(null);
  const zoomId = useId();

  const handleDrag = (event: PointerEvent<HTMLElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const side = event.currentTarget.clientWidth;
    const by = { x: -event.movementX / side, y: -event.movementY / side };
    setLook((before) => moved(picture, before, by));
  };
  const handleKey = (event: KeyboardEvent) => {
    const by = steps[event.key];
    if (!by) return;
    event.preventDefault();
    setLook((before) => moved(picture, before, by));
  };
  const save = async () => {
    setBusy(true);
    setError("");
    try {
      const file = await avatarFile(picture, look);
      if (!file) throw new Error(words.failed);
      const { user } = await uploadAvatar(file);
      props.onSaved(user);
    } catch (failure) {
      setError(sentenceOf(failure, words.failed));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      isOpen={props.isOpen}
      onOpenChange={(isOpen) => !isOpen && props.onClose()}
      title={words.cropTitle}
      description={words.cropHint}
      closeLabel={texts.close}
      width="narrow"
      initialFocus={frame}
    >
      <DialogBody className="flex flex-col items-center gap-4">
        <FormError>{error}</FormError>
        <button
          ref={frame}
          type="button"
          aria-label={words.frame}
          onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
          onPointerMove={handleDrag}
          onKeyDown={handleKey}
          className="relative size-72 max-w-full cursor-grab touch-none overflow-hidden rounded-control active:cursor-grabbing"
        >
          <Shown picture={picture} look={look} />
          <span
            aria-hidden="true"
            className="pointer-events-none absolute inset-0 rounded-full shadow-[0_0_0_10rem_var(--scrim)] border-2 border-[oklch(1_0_0/0.85)]"
          />
        </button>
        <div className="flex w-72 max-w-full items-center gap-3">
          <label htmlFor={zoomId} className="text-control text-ink-2">
            {words.zoom}
          </label>
          <input
            id={zoomId}
            type="range"
            min={1}
            max={zoomMax}
            step={0.01}
            value={look.zoom}
            onChange={({ target }) => setLook({ ...look, zoom: Number(target.value) })}
            className="h-8 min-w-0 flex-1 accent-(--accent) coarse:h-11"
          />
        </div>
      </DialogBody>
      <DialogFooter>
        <Button tone="quiet" onClick={props.onClose}>
          {texts.cancel}
        </Button>
        <Button tone="primary" disabled={isBusy} isBusy={isBusy} onClick={() => void save()}>
          {isBusy ? words.saving : words.save}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}

/** A separate component that draws on mount, because the dialog exists before its content. */
function Shown({ picture, look }: { picture: ImageBitmap; look: Look }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (canvas.current) draw(canvas.current, picture, look);
  }, [picture, look]);
  return <canvas ref={canvas} width={canvasPx} height={canvasPx} className="size-full" />;
}
