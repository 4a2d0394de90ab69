import { createContext } from "react";

/** False if the host switched the claims and figures off. */
export const HasFigures = createContext(true);
