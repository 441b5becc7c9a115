import fc from 'fast-check';

/** Surrogates, the halves of UTF-16 pairs, are not code points. */
const surrogates = { first: 0xd800, count: 0x800 };

/** Any text. fast-check's own `unit: 'binary'` first lists all code points, which takes a second in each process. */
export const anyText = (maxLength: number): fc.Arbitrary<string> =>
  fc
    .array(fc.nat(0x10ffff - surrogates.count), { maxLength })
    .map(points => String.fromCodePoint(...points.map(toCodePoint)));

const toCodePoint = (point: number) => (point < surrogates.first ? point : point + surrogates.count);
