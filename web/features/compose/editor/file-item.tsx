import { RotateCw, X } from "lucide-react";
import type { ReactNode } from "react";
import { composeTexts } from "#/features/compose/compose-texts.ts";
import { fileSize } from "#/lib/file-size.ts";
import { IconButton } from "#/ui/icon-button.tsx";

const small = { size: 14, strokeWidth: 1.75, "aria-hidden": true } as const;

interface FileAction {
  label: string;
  act: () => void;
}

/** One file. `progress` is from 0 to 1 during the upload. */
export function FileItem(props: {
  icon: ReactNode;
  name: string;
  size: number;
  note?: string | undefined;
  failure?: string | undefined;
  progress?: number | undefined;
  onRetry?: FileAction | undefined;
  onRemove?: FileAction | undefined;
}) {
  const { name, progress, failure, note, onRetry, onRemove } = props;
  return (
    <li className="relative flex max-w-full min-w-0 items-center gap-2 overflow-hidden rounded-control border border-line bg-sunken/60 py-1 pe-1 ps-2.5 text-control sm:max-w-72">
      <span className="shrink-0 text-ink-3">{props.icon}</span>
      <span className="min-w-0 flex-1">
        <span className="block truncate" title={name}>
          {name}
        </span>
        {note && <span className="block text-label text-ink-3">{note}</span>}
        {failure && (
          <span role="alert" className="block text-label text-danger">
            {failure}
          </span>
        )}
      </span>
      <span className="tabular shrink-0 text-label text-ink-3">
        {progress === undefined
          ? fileSize(props.size)
          : composeTexts.uploading(Math.round(progress * 100))}
      </span>
      {onRetry && (
        <IconButton
          size="small"
          label={onRetry.label}
          icon={<RotateCw {...small} />}
          onClick={onRetry.act}
        />
      )}
      {onRemove ? (
        <IconButton
          size="small"
          label={onRemove.label}
          icon={<X {...small} />}
          onClick={onRemove.act}
        />
      ) : (
        <span className="h-7 w-1 coarse:h-11" />
      )}
      {progress !== undefined && (
        <span
          aria-hidden="true"
          className="absolute inset-x-0 bottom-0 h-0.5 ltr:origin-left rtl:origin-right bg-accent transition-transform duration-200"
          style={{ transform: `scaleX(${progress})` }}
        />
      )}
    </li>
  );
}
