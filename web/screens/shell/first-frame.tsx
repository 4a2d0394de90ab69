import { limits } from "@inlet/contract/limits.ts";
import { Menu } from "lucide-react";
import { AssistantButton } from "#/features/assistant/assistant-button.tsx";
import { ListSkeleton, TabsSkeleton } from "#/features/message-list/list-skeleton.tsx";
import { SkeletonRows } from "#/features/message-list/row-skeletons.tsx";
import { inputLook, SearchFrame } from "#/features/search/search-frame.tsx";
import { PinButton, SidebarContent } from "#/features/sidebar/sidebar.tsx";
import { PhoneBar } from "#/screens/shell/phone-bar.tsx";
import { pageTexts } from "#/texts/shared/page-texts.ts";
import { texts } from "#/texts/shared/app-texts.ts";
import { Mark } from "#/ui/mark.tsx";
import { Skeleton } from "#/ui/skeleton.tsx";

/** Rows enough for a tall screen; those that do not fit are cut off. */
const rows = 48;

/**
 * The app before its scripts run: bars, folders and empty rows, without anything that a user could press. The build writes it into
 * the page, and `data-frame` of the document names what it shows. React replaces it by the same boxes.
 */
export function FirstFrame() {
  return (
    <div inert className="h-dvh flex-col overflow-clip bg-canvas select-none">
      <DesktopBar />
      <PhoneTopBar />
      <div className="flex min-h-0 flex-1">
        <div className="flex w-(--narrow) shrink-0 flex-col overflow-clip border-e border-line max-md:hidden min-[75rem]:not-in-[[data-frame~=narrow]]:w-(--open) in-[[data-frame~=pinned]]:in-[[data-frame~=list]]:w-(--open) in-[[data-frame~=pinned]]:lg:w-(--open)">
          <SidebarContent
            isNarrow={false}
            hasNoAccounts={false}
            onCompose={ignore}
            status={ignore}
            footer={<PinButton isPinned isNarrow={false} onChange={ignore} />}
          >
            <LabelSkeletons />
          </SidebarContent>
        </div>
        <div className="flex min-w-0 flex-1 bg-surface not-in-[[data-frame~=list]]:invisible">
          <div
            data-list
            className="w-full not-in-[[data-frame~=wide]]:lg:w-(--list,max(35%,22.5rem)) in-[[data-frame~=reading]]:max-lg:invisible in-[[data-frame~=reading]]:in-[[data-frame~=wide]]:invisible"
          >
            <ListSkeleton>
              <div className="hidden h-10.25 shrink-0 border-b border-line bg-canvas in-[[data-frame~=brief]]:block coarse:h-13.25" />
              <div className="hidden in-[[data-frame~=tabs]]:block">
                <TabsSkeleton />
              </div>
              <SkeletonRows count={rows} />
            </ListSkeleton>
          </div>
          <div className="hidden w-px bg-line not-in-[[data-frame~=wide]]:lg:block" />
        </div>
      </div>
      <div data-bar="bottom" className="md:hidden">
        <PhoneBar onCompose={ignore} onSearch={ignore} />
      </div>
      <AssistantButton hasNoAccounts={false} />
    </div>
  );
}

function DesktopBar() {
  return (
    <div className="flex h-14 shrink-0 items-center gap-4 border-b border-line bg-canvas pe-4 ps-[0.8125rem] max-md:hidden">
      <div
        className="min-[75rem]:w-(--brand)"
        style={{ "--brand": `${limits.sidebarOpenPx - 29}px` }}
      >
        <div className="flex shrink-0 items-center gap-2.5 text-ui font-semibold tracking-[-0.012em]">
          <Mark />
          {pageTexts.product}
        </div>
      </div>
      <div className="min-w-0 max-w-140 flex-1">
        <SearchFrame>
          <span className={`${inputLook} flex items-center`}>
            <span className="text-ink-3">{texts.search.placeholder}</span>
          </span>
        </SearchFrame>
      </div>
      <div className="flex min-w-0 flex-1 justify-end gap-3 p-2 not-in-[[data-frame~=list]]:invisible">
        <Skeleton className="size-8 rounded-full" />
        <Skeleton className="size-8 rounded-full" />
        <Skeleton className="size-8 rounded-full" />
      </div>
      <div className="flex shrink-0 items-center gap-1 border-s border-line ps-3">
        <span className="size-8 coarse:size-11" />
        <span className="grid size-9 place-items-center coarse:size-11">
          <Skeleton className="size-7 rounded-full" />
        </span>
      </div>
    </div>
  );
}

function LabelSkeletons() {
  return (
    <div className="pt-7 coarse:pt-11">
      {["w-16", "w-20", "w-12"].map((width) => (
        <div
          key={width}
          className="flex h-8 items-center gap-3 overflow-hidden ps-[0.6875rem] coarse:h-11"
        >
          <Skeleton className="mx-1 size-2.5 shrink-0 rounded-full" />
          <Skeleton className={`h-2.5 shrink-0 ${width}`} />
        </div>
      ))}
    </div>
  );
}

/** The bar of a phone above other screens than lists, which have their own. */
function PhoneTopBar() {
  return (
    <div
      data-bar="top"
      className="flex h-13 shrink-0 items-center gap-1 border-b border-line bg-canvas px-1.5 text-ink-2 in-[[data-frame~=list]]:hidden md:hidden"
    >
      <span className="grid size-11 place-items-center">
        <Menu size={18} strokeWidth={1.75} aria-hidden="true" />
      </span>
      <Mark />
      <span className="flex-1" />
      <span className="grid size-11 place-items-center">
        <Skeleton className="size-7 rounded-full" />
      </span>
    </div>
  );
}

const ignore = () => null;
