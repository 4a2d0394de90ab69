import { createElement, type ReactNode, type SVGProps } from "react";

/** An icon as lucide-react describes it: in a square of 24 units. */
interface IconData {
  name: string;
  node: readonly (readonly [shape: string, attributes: Record<string, string>])[];
}

type IconProps = SVGProps<SVGSVGElement> & { size?: number };

/** Draws an icon with the used part of lucide-react's own renderer, which is eight times as large. */
export function drawIcon({ name, node }: IconData): (props: IconProps) => ReactNode {
  return function Icon({ size = 24, className = "", ...rest }) {
    return createElement(
      "svg",
      {
        xmlns: "http://www.w3.org/2000/svg",
        width: size,
        height: size,
        viewBox: "0 0 24 24",
        fill: "none",
        stroke: "currentColor",
        strokeWidth: 2,
        strokeLinecap: "round",
        strokeLinejoin: "round",
        "aria-hidden": rest.role === undefined || undefined,
        // The style sheet mirrors icons by this class in right-to-left languages.
        className: `lucide-${name} ${className}`,
        ...rest,
      },
      ...node.map(([shape, attributes]) => createElement(shape, attributes)),
    );
  };
}
