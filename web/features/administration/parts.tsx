import { ChevronLeft, ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { adminTexts } from "#/features/administration/admin-texts.ts";
import { cn } from "#/lib/class-names.ts";
import { pageTexts } from "#/texts/shared/page-texts.ts";
import { ErrorState } from "#/ui/error-state.tsx";
import { IconButton } from "#/ui/icon-button.tsx";
import { Skeleton, SkeletonAfter } from "#/ui/skeleton.tsx";

interface Asked<Data> {
  data: Data | undefined;
  error: Error | null;
  refetch: () => unknown;
}

/** Shows the data requested, a placeholder while it loads, or the error. */
export function Loaded<Data>(props: { asked: Asked<Data>; children: (data: Data) => ReactNode }) {
  const { data, error, refetch } = props.asked;
  if (data !== undefined) return props.children(data);
  if (error) {
    return (
      <ErrorState
        title={pageTexts.failed.title}
        message={error.message}
        retryLabel={pageTexts.failed.retry}
        onRetry={() => void refetch()}
      />
    );
  }
  return (
    <SkeletonAfter delayMs={200}>
      <div className="grid gap-2 px-4 py-3">
        <Skeleton className="h-14 w-full" />
        <Skeleton className="h-14 w-full" />
        <Skeleton className="h-14 w-full" />
      </div>
    </SkeletonAfter>
  );
}

/** Frame around rows of one kind. */
export function Rows(props: { label: string; children: ReactNode }) {
  return (
    <ul aria-label={props.label} className="divide-y divide-line">
      {props.children}
    </ul>
  );
}

/** Shown in place of rows if a table is empty. */
export function NoRows({ children }: { children: ReactNode }) {
  return <p className="px-4 py-6 text-center text-control text-ink-3">{children}</p>;
}

/** Controls for the pages of a list; null if there is only one page. */
export function Pager(props: {
  page: number;
  perPage: number;
  total: number;
  onPage: (page: number) => void;
}) {
  const { page, perPage, total } = props;
  if (total <= perPage) return null;
  const from = page * perPage + 1;
  const to = Math.min(total, from + perPage - 1);
  return (
    <div className="flex items-center justify-end gap-2 px-4 py-2">
      <p aria-live="polite" className="text-label text-ink-3 tabular">
        {adminTexts.pages.shown(from, to, total)}
      </p>
      <IconButton
        label={adminTexts.pages.before}
        icon={<ChevronLeft size={18} strokeWidth={1.75} className="rtl:-scale-x-100" aria-hidden />}
        disabled={page === 0}
        onClick={() => props.onPage(page - 1)}
      />
      <IconButton
        label={adminTexts.pages.next}
        icon={
          <ChevronRight size={18} strokeWidth={1.75} className="rtl:-scale-x-100" aria-hidden />
        }
        disabled={to >= total}
        onClick={() => props.onPage(page + 1)}
      />
    </div>
  );
}

const line = "@max-lg:flex @max-lg:flex-wrap @max-lg:gap-x-4 @max-lg:px-4 @max-lg:py-2.5";
const cell = "align-top @lg:px-3 @lg:py-2.5 @lg:first:ps-4 @lg:last:pe-4";

/**
 * A table of figures; all columns but the first are aligned to the end. In a narrow place the figures of a row are below its first
 * cell, each with the name of its column.
 */
export function FigureTable(props: {
  caption: string;
  columns: readonly string[];
  rows: readonly { key: string; cells: readonly ReactNode[] }[];
  foot?: readonly ReactNode[];
}) {
  const at = (index: number) =>
    cn(cell, index === 0 ? "text-start @max-lg:w-full" : "whitespace-nowrap @lg:text-end");
  const cells = (contents: readonly ReactNode[]) =>
    contents.map((content, index) => (
      <td key={props.columns[index]} className={at(index)}>
        {index > 0 && (
          <span className="me-1 font-normal text-ink-3 @lg:hidden">{props.columns[index]}</span>
        )}
        {content}
      </td>
    ));
  return (
    <div className="@container overflow-x-auto">
      <table className="w-full text-label tabular">
        <caption className="sr-only">{props.caption}</caption>
        <thead className="border-b border-line text-ink-3 @max-lg:hidden">
          <tr>
            {props.columns.map((column, index) => (
              <th key={column} scope="col" className={cn(at(index), "font-medium")}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {props.rows.map((row) => (
            <tr key={row.key} className={line}>
              {cells(row.cells)}
            </tr>
          ))}
        </tbody>
        {props.foot && (
          <tfoot className="border-t border-line font-medium">
            <tr className={line}>{cells(props.foot)}</tr>
          </tfoot>
        )}
      </table>
    </div>
  );
}
