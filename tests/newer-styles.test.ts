import { readdirSync, readFileSync } from 'node:fs';
import postcss, { type AtRule, type ChildNode, type Container, type Declaration, type Rule } from 'postcss';
import { expect, test } from 'vitest';
import { newerStyle } from './support/phone/newer-features.ts';
import allowed from './testdata/newer-features.json' with { type: 'json' };

const folder = 'dist/app';
const styles = [
  ...readdirSync(`${folder}/assets`)
    .filter(file => file.endsWith('.css'))
    .map(file => readFileSync(`${folder}/assets/${file}`, 'utf8')),
  // The HTML pages contain the first screen's styles, so check these too.
  ...['index.html', 'frame.html'].flatMap(file =>
    [...readFileSync(`${folder}/${file}`, 'utf8').matchAll(/<style[^>]*>(.*?)<\/style>/gs)].map(
      ([, text = '']) => text,
    ),
  ),
];

/** Names in MDN's data for the prefixes of viewport units, for example `s` in `svh`. */
const units = { s: 'small', l: 'large', d: 'dynamic' };

/** Returns the functions, units and keywords in a value that the oldest engines lack. */
function newerParts({ prop, value }: Declaration): string[] {
  const bare = value.replace(/url\([^)]*\)|"[^"]*"|'[^']*'/g, '');
  const names = bare.match(/(?<![\w#.-])-?[a-z][\w-]*/gi) ?? [];
  const lengths = [...bare.matchAll(/\d([a-z]+)/gi)].map(([, unit = '']) => unit);
  const functions = [...bare.matchAll(/([a-z][\w-]*)\(/gi)].map(([, name = '']) => name);
  return [
    ...names.filter(name => newerStyle('properties', prop, name)),
    ...functions.filter(name => newerStyle('types', name)),
    ...lengths.filter(unit => {
      const [, size, isViewport] = unit.match(/^([sld])(v(?:h|w|min|max|b|i))$/) ?? [];
      if (isViewport)
        return newerStyle(
          'types',
          'length',
          `viewport_percentage_units_${units[size as keyof typeof units]}`,
        );
      if (/^cq/.test(unit)) return newerStyle('types', 'length', 'container_query_length_units');
      return newerStyle('types', 'length', unit);
    }),
  ];
}

function newerSelectors(selector: string): string[] {
  const names = [...selector.matchAll(/::?([a-z-]+)/gi)].map(([, name = '']) => name);
  return [
    ...names.filter(name => newerStyle('selectors', name)).map(name => `:${name}`),
    ...(/:not\([^()]*,/.test(selector) && newerStyle('selectors', 'not', 'selector_list')
      ? [':not(a, b)']
      : []),
    ...(selector.includes('&') ? ['&'] : []),
  ];
}

/** True if the rule declares the property before with a value that all engines know. */
const hasOlder = (declaration: Declaration) =>
  declaration.parent?.some(
    (other: ChildNode) =>
      other.type === 'decl' &&
      other.prop === declaration.prop &&
      declaration.parent!.index(other) < declaration.parent!.index(declaration) &&
      newerParts(other).length === 0,
  ) === true;

/** True if the same rule also sets the property under its older `-webkit-` name. */
const hasPrefixed = ({ parent, prop }: Declaration) =>
  parent?.some((other: ChildNode) => other.type === 'decl' && other.prop === `-webkit-${prop}`) === true;

/** True if the node is inside `@supports`. */
const isAsked = (node: Container | undefined): boolean =>
  node !== undefined &&
  ((node.type === 'atrule' && (node as AtRule).name === 'supports') ||
    isAsked(node.parent as Container | undefined));

/** Returns CSS features that the oldest engines lack and for which the rule has no alternative. */
function findNewer(css: string): string[] {
  const found: string[] = [];
  const root = postcss.parse(css);
  root.walkDecls(declaration => {
    const { prop } = declaration;
    if (/^-\w/.test(prop) || isAsked(declaration.parent as Container | undefined)) return;
    if (newerStyle('properties', prop) && !hasPrefixed(declaration)) found.push(prop);
    else if (!hasOlder(declaration)) found.push(...newerParts(declaration).map(part => `${prop}: ${part}`));
  });
  root.walkRules((rule: Rule) => {
    if (isAsked(rule)) return;
    const newer = rule.selectors.map(newerSelectors);
    // Report rules that mix old and newer selectors, because engines ignore a whole rule if they lack one selector.
    const isMixed = newer.some(parts => parts.length === 0) && newer.some(parts => parts.length > 0);
    for (const part of newer.flat())
      if (isMixed) found.push(`${part} beside others: ${rule.selector}`);
      // Ignore vendor prefixes, as other engines do.
      else if (!part.startsWith(':-')) found.push(part);
  });
  root.walkAtRules(({ name, params }) => {
    const features = [...params.matchAll(/\(\s*([a-z-]+)/gi)].map(([, feature = '']) => feature);
    if (newerStyle('at-rules', name)) found.push(`@${name}`);
    if (name === 'media') {
      const plain = (feature: string) => feature.replace(/^(min|max)-/, '');
      found.push(...features.filter(feature => newerStyle('at-rules', 'media', plain(feature))));
      if (/[<>]/.test(params)) found.push('@media range');
    }
  });
  return found;
}

/** Newer CSS features without an alternative in their rule, each with its effect in an engine without it. */
const guarded: Record<string, string> = allowed.styles;

test('the built styles use nothing that the oldest engines lack, unless there is a fallback', () => {
  const found = new Set(styles.flatMap(findNewer));
  expect([...found].filter(id => !(id in guarded))).toEqual([]);
  // Expect no unused rows, because they would hide a later use of the feature.
  expect(Object.keys(guarded).filter(id => !found.has(id))).toEqual([]);
});
