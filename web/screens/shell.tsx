import { Outlet } from "@tanstack/react-router";

/** x */
export function Shell() {
  return <Outlet />;
}
