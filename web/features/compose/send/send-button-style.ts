/** Classes of the menu button beside "Send". The two look like one control that ends with this button. */
export const besideSend =
  "inline-grid h-10 w-10 shrink-0 place-items-center rounded-e-control border-s border-on-accent/25 bg-accent text-on-accent hover:bg-accent-hover disabled:pointer-events-none disabled:opacity-55 coarse:h-11 coarse:w-11";
