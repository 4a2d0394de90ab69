/** The part of css-tree that reads tokens; the package has no types. */
declare module "css-tree/tokenizer" {
  export function tokenize(
    css: string,
    onToken: (kind: number, start: number, end: number) => void,
  ): void;
  export const AtKeyword: number;
  export const Comment: number;
  export const Function: number;
  export const LeftCurlyBracket: number;
  export const LeftParenthesis: number;
  export const LeftSquareBracket: number;
  export const RightCurlyBracket: number;
  export const RightParenthesis: number;
  export const RightSquareBracket: number;
  export const Semicolon: number;
  export const WhiteSpace: number;
}
