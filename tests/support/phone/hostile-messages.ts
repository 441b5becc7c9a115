import fc from 'fast-check';
import { anyText } from '../any-text.ts';

const codes = fc.oneof(
  fc.constantFrom<unknown>(0, 1, -1, '0', null, true, Number.MAX_VALUE, {}, []),
  fc.integer(),
);

/** Valid replies to calls that were never made, or that a previous page made. */
const strayReplies = fc.record({
  seq: fc.oneof(fc.integer(), fc.maxSafeInteger(), fc.double(), fc.constantFrom(0, 1, 2, 7)),
  code: codes,
  message: fc.oneof(fc.string(), fc.constantFrom<unknown>(null, 5, {}, ['x'])),
  data: fc.anything({ maxDepth: 2 }),
});

const wrongTypes = fc.record(
  {
    seq: fc.constantFrom<unknown>('7', null, [], {}, true, '__proto__', 'constructor'),
    code: codes,
    message: fc.anything({ maxDepth: 1 }),
    __proto__: fc.constant(null),
  },
  { requiredKeys: [] },
);

const long = fc.constantFrom(2 ** 14, 2 ** 18).map(length => 'x'.repeat(length));
const deep = fc.constantFrom(100, 5000).map(depth => '['.repeat(depth) + ']'.repeat(depth));
const cut = fc.tuple(strayReplies, fc.nat(60)).map(([reply, end]) => asJson(reply).slice(0, end));

/**
 * Messages from a broken or hostile native app: malformed, of wrong types, huge, deeply nested, or for unknown calls.
 */
export const hostileMessages: fc.Arbitrary<string> = fc.oneof(
  { weight: 8, arbitrary: strayReplies.map(asJson) },
  { weight: 4, arbitrary: wrongTypes.map(asJson) },
  { weight: 4, arbitrary: cut },
  { weight: 4, arbitrary: fc.json({ maxDepth: 3 }) },
  { weight: 4, arbitrary: anyText(40) },
  { weight: 1, arbitrary: deep },
  {
    weight: 1,
    arbitrary: long.map(text => asJson({ seq: -1, code: 3, message: text, data: { value: text } })),
  },
  { weight: 1, arbitrary: long },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '',
      'undefined',
      'NaN',
      '\u0000',
      '\u2028',
      '<script>',
      '{"__proto__":{"seq":1}}',
    ),
  },
);

function asJson(value: unknown): string {
  return JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? String(part) : part)) ?? '';
}
