import fc from 'fast-check';

/** The range of UTF-16 surrogates, which no text may contain alone. */
const surrogates = { first: 0xd800, count: 0x800 };

/** Generates any text. Replaces fast-check's `unit: 'binary'`, which takes a second to list all code points. */
export const anyText = (maxLength: number): fc.Arbitrary<string> =>
  fc
    .array(fc.nat(0x10ffff - surrogates.count), { maxLength })
    .map(points => String.fromCodePoint(...points.map(toCodePoint)));

const toCodePoint = (point: number) => (point < surrogates.first ? point : point + surrogates.count);
