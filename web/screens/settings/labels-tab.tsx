import { LabelList } from "#/features/filing/label-list.tsx";
import { SortingSection } from "#/features/sorting/sorting-section.tsx";

/** How mail is told apart: by the person's labels, and by itself. */
export function LabelsTab() {
  return (
    <>
      <LabelList />
      <SortingSection />
    </>
  );
}
