import { Outline } from './frame-icon.tsx';

/** Not part of `Icon`, because Home downloads all outlines of that file and does not need this one. */
export function Heart() {
  return (
    <Outline path="M12 20C6.5 16 3.75 12.75 3.75 9.25A4.25 4.25 0 0 1 8 5c1.75 0 3.25 1 4 2.5C12.75 6 14.25 5 16 5a4.25 4.25 0 0 1 4.25 4.25C20.25 12.75 17.5 16 12 20Z" />
  );
}
