/** Values that fit no type that the app saves, whatever the key. */
const fitNowhere: unknown[] = [
  5,
  -1,
  true,
  'x'.repeat(2_000_000),
  [null],
  [[]],
  [5],
  [{}],
  {},
  { a: 1 },
  { length: 1 },
];

/** Texts that are no JSON, or JSON whose prototype is attacked. */
const brokenTexts = ['', '{broken', 'undefined', '[', '{"__proto__":{"photos":[],"orderId":"1"}}', '\u0000'];

/** The saved texts that must not pass for `good`: of a wrong type as a whole, or at one place anywhere inside. */
export function malformedTexts(good: unknown): string[] {
  return [...brokenTexts, ...[...fitNowhere, ...brokenCopies(good)].map(value => JSON.stringify(value))];
}

/** Copies of a value, in each of which one part at any depth has a wrong type. */
function brokenCopies(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  const entries = Object.entries(value).filter(([, part]) => part !== null);
  return entries.flatMap(([name, part]) =>
    [...wrongTypes(name, part), ...brokenCopies(part)].map(broken => withPart(value, name, broken)),
  );
}

function wrongTypes(name: string, part: unknown): unknown[] {
  // An id of the API is a number or a text.
  if (typeof part === 'string')
    return [...(/^(train|generate|order)Id$/.test(name) ? [] : [5]), { a: 1 }, ['a'], true];
  if (typeof part === 'number')
    return [...(/^(id|templateId)$/.test(name) ? [] : ['five']), { a: 1 }, [1], true];
  return ['text', 5, typeof part === 'boolean' ? {} : true];
}

function withPart(value: object, name: string, part: unknown): unknown {
  return Array.isArray(value)
    ? value.map((item, index) => (String(index) === name ? part : item))
    : { ...value, [name]: part };
}
