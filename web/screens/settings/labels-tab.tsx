import { LabelList } from "#/features/filing/label-list.tsx";
import { SortingSection } from "#/features/sorting/sorting-section.tsx";

/** Settings of the user's labels and of the automatic classification. */
export function LabelsTab() {
  return (
    <>
      <LabelList />
      <SortingSection />
    </>
  );
}
