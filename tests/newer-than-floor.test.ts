import { readdirSync, readFileSync } from 'node:fs';
import { parseAst } from 'vite';
import { expect, test } from 'vitest';
import { newerGlobals, scriptFeatures } from './support/phone/newer-features.ts';

type Node = { type: string } & Record<string, unknown>;

const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string';

const folder = 'dist/app';
const scripts = [
  'service-worker.js',
  ...readdirSync(`${folder}/assets`)
    .filter(file => file.endsWith('.js'))
    .map(file => `assets/${file}`),
];

/** The name of the property in a member expression; null if it is computed. */
function propertyOf(node: Node): string | null {
  const property = node.property as Node | undefined;
  if (!property) return null;
  return node.computed ? textOf(property) : (property.name as string);
}

/** The text of a literal: the minifier writes most texts between backticks. Null for other nodes. */
function textOf(node: Node | undefined): string | null {
  if (node?.type !== 'TemplateLiteral') return typeof node?.value === 'string' ? node.value : null;
  const [first, ...more] = node.quasis as { value: { cooked: string } }[];
  return first && more.length === 0 ? first.value.cooked : null;
}

const nameOf = (node: unknown) => (isNode(node) && node.type === 'Identifier' ? String(node.name) : null);

/** The interfaces of global objects. */
const instances: Record<string, string> = { navigator: 'Navigator', document: 'Document', crypto: 'Crypto' };

const newer = scriptFeatures.filter(({ isNewer }) => isNewer);
const idOf = ({ owner, name }: { owner: string; name: string }) => (owner ? `${owner}.${name}` : name);
const known = new Set(scriptFeatures.map(({ owner }) => owner));
const newerIds = new Set(newer.map(idOf));
/** True for members of a built-in's instances, false for members of the constructor itself. */
function isOfObjects({ owner, name, isBuiltIn }: (typeof newer)[number]): boolean {
  const object = (globalThis as Record<string, unknown>)[owner];
  return !isBuiltIn || (typeof object === 'function' && !Object.hasOwn(object, name));
}

/** Member names that are newer in each interface that has them, with the first such interface. */
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

/** Calls `call` for each node of a tree, with its parent. */
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

/** The newer features in the built scripts, with the files that name them. */
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

/** Nodes of a syntax tree that ES2020 does not have. */
const newerSyntax = ['PropertyDefinition', 'StaticBlock', 'PrivateIdentifier'];

/** Newer features that the app uses, with the fallback of an engine that lacks them. */
const guarded: Record<string, string> = {
  // Without it the browser draws on the page; the story of the oldest engines tests this.
  OffscreenCanvas: 'photos are drawn on the page, and the coach rests',
  'OffscreenCanvas.convertToBlob': 'as OffscreenCanvas',
  createImageBitmap: 'as OffscreenCanvas; no comparison can be saved',
  requestIdleCallback: 'a timer',
  BroadcastChannel: 'tabs follow each other by storage events and when they are seen again',
  'Navigator.locks': 'work is exclusive in its tab alone',
  'HTMLDialogElement.showModal': 'the layer is an element like others, above the page',
  'Intl.DisplayNames': 'the code of the country',
  ClipboardItem: 'the link itself is copied',
  'Navigator.canShare': 'pictures are saved, links copied',
  'Navigator.share': 'as canShare',
  'Document.moveBefore': 'Preact inserts',
  // Called with `?.` or after a check.
  Notification: 'nothing is offered',
  'Notification.permission': 'as Notification',
  'Notification.requestPermission': 'as Notification',
  'ServiceWorkerRegistration.showNotification': 'as Notification',
  'ServiceWorkerRegistration.getNotifications': 'as Notification',
  'NotificationEvent.notification': 'no such event comes',
  'event push': 'as Notification',
  'event notificationclick': 'as Notification',
  'event beforeinstallprompt': 'installing is not offered, or explained in words',
  'event appinstalled': 'as beforeinstallprompt',
  'ServiceWorkerRegistration.pushManager': 'as Notification',
  'PushManager.getSubscription': 'as Notification',
  'CookieStoreManager.subscribe': 'it is the push manager’s',
  'CookieStoreManager.unsubscribe': 'it is the push subscription’s',
  'Navigator.getInstalledRelatedApps': 'no app counts as installed',
  'Navigator.setAppBadge': 'no badge',
  'Navigator.clearAppBadge': 'no badge',
  'Navigator.storage': 'storage may be cleared sooner',
  'Navigator.wakeLock': 'the screen may go dark',
  'Navigator.connection': 'the line is measured',
  'NetworkInformation.saveData': 'as connection',
  'NetworkInformation.effectiveType': 'as connection',
  // Reports of page speed, which an engine without these features does not send.
  'LayoutShift.hadRecentInput': 'no such entry comes',
  'InteractionContentfulPaint.interactionId': 'no such entry comes',
  // Libraries use these after a check, or have a method of their own with that name.
  'FetchEvent.preloadResponse': 'Workbox fetches',
  'Error.captureStackTrace': 'fewer lines of a stack',
  'ServiceWorkerRegistration.sync': 'it is an option of valtio',
  'Permissions.revoke': 'it is a method of i18next',
  'RegExp.escape': 'it is an option of i18next',
  'BarcodeDetector.detect': 'it is a method of i18next',
};

test('the built scripts use nothing that the oldest engines lack, unless there is a fallback', () => {
  const trees = new Map(
    scripts.map(file => [file, parseAst(readFileSync(`${folder}/${file}`, 'utf8')) as unknown as Node]),
  );
  const found = findNewer(trees);
  expect([...found].filter(([id]) => !(id in guarded))).toEqual([]);
  // An unneeded row would hide the next use of its feature.
  expect(Object.keys(guarded).filter(id => !found.has(id))).toEqual([]);
});

test.each([
  ['URL.canParse', 'URL.canParse(address)'],
  ['Array.at', 'const last = list.at(-1)'],
  ['structuredClone', 'structuredClone(draft)'],
  ['Navigator.locks', 'const { locks } = navigator'],
  ['requestIdleCallback', 'window.requestIdleCallback(work)'],
  ['event scrollend', 'list.addEventListener(`scrollend`, end)'],
  ['/(?<=a)b/', '/(?<=a)b/.test(text)'],
  ['PropertyDefinition', 'class A { b = 1 }'],
])('%s is found', (id, code) => {
  expect([...findNewer(new Map([['a.js', parseAst(code) as unknown as Node]])).keys()]).toContain(id);
});
