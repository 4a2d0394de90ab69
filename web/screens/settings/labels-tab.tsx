import { LabelList } from "#/features/filing/label-list.tsx";
import { ClassificationSection } from "#/features/classification/classification-section.tsx";

/** Settings of the user's labels and of the automatic classification. */
export function LabelsTab() {
  return (
    <>
      <LabelList />
      <ClassificationSection />
    </>
  );
}
