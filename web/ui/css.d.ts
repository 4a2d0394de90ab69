/** A style sheet is imported for its effect. */
declare module "*.css";
