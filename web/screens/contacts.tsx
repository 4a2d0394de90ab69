import { lazy, Suspense } from "react";

// Fetched behind the screen: what an address fetches besides its screen is listed in what every page loads first.
const ContactsPage = lazy(async () => {
  const { ContactsPage: Part } = await import("#/features/contacts/contacts-page.tsx");
  return { default: Part };
});

/** The address book. */
export function Contacts() {
  return (
    <Suspense>
      <ContactsPage />
    </Suspense>
  );
}
