import { readdirSync, readFileSync } from 'node:fs';
import { parseAst } from 'vite';
import { expect, test } from 'vitest';
import { newerGlobals, scriptFeatures } from './support/phone/newer-features.ts';
import allowed from './testdata/newer-features.json' with { type: 'json' };

type Node = { type: string } & Record<string, unknown>;

const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string';

const folder = 'dist/app';
const scripts = [
  'service-worker.js',
  ...readdirSync(`${folder}/assets`)
    .filter(file => file.endsWith('.js'))
    .map(file => `assets/${file}`),
];

/** Returns the property name in a member expression; null if the name is computed. */
function propertyOf(node: Node): string | null {
  const property = node.property as Node | undefined;
  if (!property) return null;
  return node.computed ? textOf(property) : (property.name as string);
}

/** Returns the text of a string or a template without placeholders; null for other nodes. */
function textOf(node: Node | undefined): string | null {
  if (node?.type !== 'TemplateLiteral') return typeof node?.value === 'string' ? node.value : null;
  const [first, ...more] = node.quasis as { value: { cooked: string } }[];
  return first && more.length === 0 ? first.value.cooked : null;
}

const nameOf = (node: unknown) => (isNode(node) && node.type === 'Identifier' ? String(node.name) : null);

/** For each of these global objects, its interface. */
const instances: Record<string, string> = { navigator: 'Navigator', document: 'Document', crypto: 'Crypto' };

const newer = scriptFeatures.filter(({ isNewer }) => isNewer);
const idOf = ({ owner, name }: { owner: string; name: string }) => (owner ? `${owner}.${name}` : name);
const known = new Set(scriptFeatures.map(({ owner }) => owner));
const newerIds = new Set(newer.map(idOf));
/** True if the member belongs to instances of `owner`, not to its constructor. */
function isOfObjects({ owner, name, isBuiltIn }: (typeof newer)[number]): boolean {
  const object = (globalThis as Record<string, unknown>)[owner];
  return !isBuiltIn || (typeof object === 'function' && !Object.hasOwn(object, name));
}

/** Member names that are new in every interface that has them, each with the first of these interfaces. */
const newerMembers = new Map(
  [...newer]
    .reverse()
    .filter(feature => feature.kind === 'member' && isOfObjects(feature))
    .map(feature => [feature.name, feature]),
);
for (const feature of scriptFeatures)
  if (!feature.isNewer && feature.kind === 'member' && isOfObjects(feature))
    newerMembers.delete(feature.name);
for (const feature of scriptFeatures)
  if (feature.kind === 'event' && !feature.isNewer) newerMembers.delete(`on${feature.name}`);
const newerEvents = new Set(newer.filter(({ kind }) => kind === 'event').map(({ name }) => name));
for (const { kind, name, isNewer } of scriptFeatures)
  if (kind === 'event' && !isNewer) newerEvents.delete(name);

/** Calls `call` for each node in a syntax tree, with the node's parent. */
function eachNode(
  node: Node,
  call: (node: Node, parent: Node, key: string) => void,
  parent = node,
  key = '',
): void {
  call(node, parent, key);
  for (const [name, value] of Object.entries(node))
    for (const child of [value].flat()) if (isNode(child)) eachNode(child, call, node, name);
}

/** Returns the newer features in these scripts, each with a file that uses it. */
function findNewer(trees: Map<string, Node>): Map<string, string> {
  const own = new Set<string>();
  for (const tree of trees.values())
    eachNode(tree, (node, parent) => {
      const isKey =
        node.type === 'Property' ? parent.type === 'ObjectExpression' : node.type === 'MethodDefinition';
      if (isKey && !node.computed) own.add(String((node.key as Node).name ?? (node.key as Node).value));
      if (node.type === 'AssignmentExpression' && (node.left as Node).type === 'MemberExpression')
        own.add(String(propertyOf(node.left as Node)));
    });
  const found = new Map<string, string>();
  for (const [file, tree] of trees) {
    const note = (id: string) => found.set(id, file);
    const readMember = (object: unknown, name: string, isCall: boolean) => {
      const owner = nameOf(object) ?? '';
      const interfaceName = instances[owner] ?? owner;
      if (['globalThis', 'window', 'self'].includes(owner) && newerGlobals.has(name)) note(name);
      else if (known.has(interfaceName) && interfaceName) {
        if (newerIds.has(`${interfaceName}.${name}`)) note(`${interfaceName}.${name}`);
      } else {
        const feature = newerMembers.get(name);
        if (feature && (feature.isBuiltIn ? isCall : !own.has(name))) note(idOf(feature));
      }
    };
    eachNode(tree, (node, parent, key) => {
      if (node.type === 'MemberExpression') {
        const name = propertyOf(node);
        if (name) readMember(node.object, name, parent.type === 'CallExpression' && key === 'callee');
      }
      if (
        node.type === 'VariableDeclarator' &&
        isNode(node.init) &&
        (node.id as Node).type === 'ObjectPattern'
      )
        for (const { key: name } of (node.id as { properties: { key?: Node }[] } & Node).properties)
          if (nameOf(name)) readMember(node.init, nameOf(name)!, false);
      const isName = key !== 'property' && key !== 'key';
      if (node.type === 'Identifier' && (isName || parent.computed) && newerGlobals.has(String(node.name)))
        note(String(node.name));
      const [event] = (node.arguments ?? []) as Node[];
      if (node.type === 'CallExpression' && propertyOf(node.callee as Node) === 'addEventListener')
        if (newerEvents.has(textOf(event) ?? '')) note(`event ${textOf(event)}`);
      const { regex } = node as { regex?: { pattern: string; flags: string } };
      if (regex && (/\(\?<[=!]/.test(regex.pattern) || /[dv]/.test(regex.flags)))
        note(`/${regex.pattern}/${regex.flags}`);
      if (newerSyntax.includes(node.type)) note(node.type);
      if (node.type === 'AssignmentExpression' && /^(\?\?|\|\||&&)=$/.test(String(node.operator)))
        note(String(node.operator));
    });
  }
  return found;
}

/** Syntax node types that are newer than ES2020. */
const newerSyntax = ['PropertyDefinition', 'StaticBlock', 'PrivateIdentifier'];

/** Newer features in the app, each with its fallback or effect in an engine that lacks the feature. */
const guarded: Record<string, string> = allowed.scripts;

test('the built scripts use nothing that the oldest engines lack, unless there is a fallback', () => {
  const trees = new Map(
    scripts.map(file => [file, parseAst(readFileSync(`${folder}/${file}`, 'utf8')) as unknown as Node]),
  );
  const found = findNewer(trees);
  expect([...found].filter(([id]) => !(id in guarded))).toEqual([]);
  // Expect no unused rows, because they would hide a later use of the feature.
  expect(Object.keys(guarded).filter(id => !found.has(id))).toEqual([]);
});
