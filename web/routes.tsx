import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  Outlet,
  redirect,
} from "@tanstack/react-router";
import { isFolderSlug } from "#/state/place.ts";
import { isAuthenticated, sessionLoaded } from "#/state/session.ts";
import { Failed } from "#/screens/failed.tsx";
import { Loading } from "#/screens/loading.tsx";

const NotFound = lazyRouteComponent(() => import("#/screens/not-found.tsx"), "NotFound");

/** What the addresses under /app carry: the open mail. */
interface MailSearch {
  email?: string;
}

/** Where to go after signing in, and the link an administrator handed out. */
interface EntrySearch {
  next?: string;
  invite?: string;
}

const root = createRootRoute({
  component: Outlet,
  notFoundComponent: NotFound,
  errorComponent: Failed,
});

const landing = createRoute({
  getParentRoute: () => root,
  path: "/",
  beforeLoad: () => {
    throw redirect({ to: "/login", replace: true });
  },
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
  // Shown from the first moment on and not a moment longer than needed.
  pendingComponent: Loading,
  pendingMs: 0,
  pendingMinMs: 0,
});

const shell = createRoute({
  getParentRoute: () => root,
  path: "/app",
  beforeLoad: async ({ location }) => {
    await sessionLoaded();
    if (!isAuthenticated()) throw redirect({ to: "/login", search: { next: location.href } });
  },
  component: lazyRouteComponent(() => import("#/screens/shell/shell.tsx"), "Shell"),
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

const settings = createRoute({
  getParentRoute: () => shell,
  path: "settings",
  component: lazyRouteComponent(() => import("#/screens/settings.tsx"), "Settings"),
});

/** Path to screen. */
export const router = createRouter({
  routeTree: root.addChildren([
    landing,
    login,
    signUp,
    shell.addChildren([mail, folder, settings]),
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

async function leaveWhenSignedIn({ search }: { search: EntrySearch }): Promise<void> {
  await sessionLoaded();
  if (isAuthenticated()) throw redirect({ href: search.next ?? "/app", replace: true });
}

function mailSearch(search: Record<string, unknown>): MailSearch {
  return typeof search["email"] === "string" ? { email: search["email"] } : {};
}

function entrySearch({ next, invite }: Record<string, unknown>): EntrySearch {
  return {
    // Only back into the app: an address from outside must not lead elsewhere.
    ...(typeof next === "string" && /^\/app(?=[/?#]|$)/.test(next) && { next }),
    ...(typeof invite === "string" && { invite }),
  };
}
