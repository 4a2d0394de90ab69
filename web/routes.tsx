import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  Outlet,
  redirect,
} from "@tanstack/react-router";
import { isFolderSlug } from "#/state/view/folder-slugs.ts";
import { isAuthenticated } from "#/state/session/session.ts";
import { waitForPersisted } from "#/state/live/wait-for-persisted.ts";
import { takeTokenFromAddress } from "#/state/session/social-token.ts";
import { Failed } from "#/screens/failed.tsx";
import { Loading } from "#/screens/loading.tsx";

const NotFound = lazyRouteComponent(() => import("#/screens/not-found.tsx"), "NotFound");

/** Search parameters of the addresses under /app: the open message, and the query. */
interface MailSearch {
  email?: string | undefined;
  /** A `mailto:` link that was opened with Inlet. */
  compose?: string | undefined;
  /** Shows the emails one at a time, instead of the list. */
  tide?: true | undefined;
  q?: string;
}

interface SettingsSearch {
  /** Tab of the settings that is shown; an unknown one counts as absent. */
  tab?: string | undefined;
  /** Account to fix. */
  fix?: string | undefined;
}

/**
 * Search parameters of the entry pages: the page to open after signing in, the invitation of an administrator, and the reason why
 * an external sign-in failed.
 */
interface EntrySearch {
  next?: string | undefined;
  invite?: string | undefined;
  error?: string | undefined;
}

const root = createRootRoute({
  component: Outlet,
  notFoundComponent: NotFound,
  errorComponent: Failed,
});

const login = createRoute({
  getParentRoute: () => root,
  path: "/login",
  validateSearch: entrySearch,
  beforeLoad: leaveWhenSignedIn,
  component: lazyRouteComponent(() => import("#/screens/sign-in.tsx"), "SignIn"),
});

const signUp = createRoute({
  getParentRoute: () => root,
  path: "/signup",
  validateSearch: entrySearch,
  beforeLoad: leaveWhenSignedIn,
  component: lazyRouteComponent(() => import("#/screens/sign-up.tsx"), "SignUp"),
  // Shown immediately and without a minimum duration.
  pendingComponent: Loading,
  pendingMs: 0,
  pendingMinMs: 0,
});

const forgot = createRoute({
  getParentRoute: () => root,
  path: "/forgot",
  component: lazyRouteComponent(() => import("#/screens/mailed-links.tsx"), "Forgot"),
});

const reset = createRoute({
  getParentRoute: () => root,
  path: "/reset",
  component: lazyRouteComponent(() => import("#/screens/mailed-links.tsx"), "Reset"),
});

const verify = createRoute({
  getParentRoute: () => root,
  path: "/verify",
  component: lazyRouteComponent(() => import("#/screens/mailed-links.tsx"), "Verify"),
});

const authCallback = createRoute({
  getParentRoute: () => root,
  path: "/auth/callback",
  beforeLoad: () => {
    // Removes the token from the address, and so from the history, before anything else is fetched.
    if (takeTokenFromAddress()) throw redirect({ to: "/auth/callback", replace: true });
  },
  component: lazyRouteComponent(() => import("#/screens/auth-callback.tsx"), "AuthCallback"),
});

const shell = createRoute({
  getParentRoute: () => root,
  path: "/app",
  beforeLoad: ({ location }) => {
    if (!isAuthenticated()) throw redirect({ to: "/login", search: { next: location.href } });
  },
  component: lazyRouteComponent(() => import("#/screens/shell/shell.tsx"), "Shell"),
  // Runs in parallel with loading the component, which takes longer.
  loader: waitForPersisted,
  staleTime: Infinity,
  shouldReload: false,
});

const loadMail = () => import("#/screens/mail/mail.tsx");

const mail = createRoute({
  getParentRoute: () => shell,
  path: "/",
  validateSearch: mailSearch,
  component: lazyRouteComponent(loadMail, "Mail"),
});

const folder = createRoute({
  getParentRoute: () => shell,
  path: "$folder",
  validateSearch: mailSearch,
  beforeLoad: ({ params }) => {
    if (!isFolderSlug(params.folder)) throw notFound();
  },
  component: lazyRouteComponent(loadMail, "Mail"),
});

const ownFolder = createRoute({
  getParentRoute: () => shell,
  path: "folder/$folderId",
  validateSearch: mailSearch,
  component: lazyRouteComponent(loadMail, "Mail"),
});

const label = createRoute({
  getParentRoute: () => shell,
  path: "label/$label",
  validateSearch: mailSearch,
  component: lazyRouteComponent(loadMail, "Mail"),
});

const search = createRoute({
  getParentRoute: () => shell,
  path: "search",
  validateSearch: (search: Record<string, unknown>): MailSearch => ({
    ...mailSearch(search),
    // The router parses text that looks like a number as one.
    q: typeof search["q"] === "string" || typeof search["q"] === "number" ? `${search["q"]}` : "",
  }),
  component: lazyRouteComponent(loadMail, "Mail"),
});

const settings = createRoute({
  getParentRoute: () => shell,
  path: "settings",
  validateSearch: settingsSearch,
  component: lazyRouteComponent(() => import("#/screens/settings/settings.tsx"), "Settings"),
  staticData: {
    parts: async () => (await import("#/screens/settings/settings-tabs.ts")).settingsTabs,
  },
});

const admin = createRoute({
  getParentRoute: () => shell,
  path: "settings/admin/$section",
  component: lazyRouteComponent(() => import("#/screens/admin/admin.tsx"), "Admin"),
});

const brief = createRoute({
  getParentRoute: () => shell,
  path: "brief",
  component: lazyRouteComponent(() => import("#/screens/mail/brief/brief.tsx"), "Brief"),
});

const contacts = createRoute({
  getParentRoute: () => shell,
  path: "contacts",
  component: lazyRouteComponent(() => import("#/screens/contacts.tsx"), "Contacts"),
});

const connected = createRoute({
  getParentRoute: () => shell,
  path: "connected",
  component: lazyRouteComponent(() => import("#/screens/connected.tsx"), "Connected"),
});

/** Routes of all screens. */
export const router = createRouter({
  routeTree: root.addChildren([
    login,
    signUp,
    forgot,
    reset,
    verify,
    authCallback,
    shell.addChildren([
      mail,
      folder,
      ownFolder,
      label,
      search,
      settings,
      admin,
      brief,
      contacts,
      connected,
    ]),
  ]),
  defaultPreload: "intent",
  defaultNotFoundComponent: NotFound,
  defaultErrorComponent: Failed,
  scrollRestoration: false,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}

function leaveWhenSignedIn({ search }: { search: EntrySearch }): void {
  if (isAuthenticated()) throw redirect({ href: search.next ?? "/app", replace: true });
}

// The router merges the returned values into those of the address: a rejected value has to be replaced by undefined, or it still
// reaches the page.

function mailSearch({ email, compose, tide }: Record<string, unknown>): MailSearch {
  const isTide = tide === true || undefined;
  return { email: stringOf(email), compose: stringOf(compose), tide: isTide };
}

function settingsSearch({ tab, fix }: Record<string, unknown>): SettingsSearch {
  return { tab: stringOf(tab), fix: stringOf(fix) };
}

function entrySearch({ next, invite, error }: Record<string, unknown>): EntrySearch {
  return {
    // Only addresses of the app are allowed: a link from outside must not redirect elsewhere.
    next: typeof next === "string" && /^\/app(?=[/?#]|$)/.test(next) ? next : undefined,
    invite: stringOf(invite),
    error: stringOf(error),
  };
}

function stringOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
