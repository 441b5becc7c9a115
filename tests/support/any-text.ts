import fc from 'fast-check';

/** Surrogates, the halves of UTF-16 pairs, are no code points. */
const surrogates = { first: 0xd800, count: 0x800 };

/** Any text. The `unit: 'binary'` of fast-check lists all code points first: a second in each process. */
export const anyText = (maxLength: number): fc.Arbitrary<string> =>
  fc
    .array(fc.nat(0x10ffff - surrogates.count), { maxLength })
    .map(points => String.fromCodePoint(...points.map(toCodePoint)));

const toCodePoint = (point: number) => (point < surrogates.first ? point : point + surrogates.count);
