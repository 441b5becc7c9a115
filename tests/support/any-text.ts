import fc from 'fast-check';

/** Half of a pair of UTF-16, which is no code point of its own. */
const surrogates = { first: 0xd800, count: 0x800 };

/** Any text; that of fast-check's own `unit: 'binary'` makes each process list all code points first, for a second. */
export const anyText = (maxLength: number): fc.Arbitrary<string> =>
  fc
    .array(fc.nat(0x10ffff - surrogates.count), { maxLength })
    .map(points => String.fromCodePoint(...points.map(toCodePoint)));

const toCodePoint = (point: number) => (point < surrogates.first ? point : point + surrogates.count);
