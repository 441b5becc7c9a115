import { type Plugin, Visitor } from 'vite';

/** Classes that only serve what can be added to i18next, with all that is needed of them where nothing is added. */
const replacedClasses = new Map([
  // What `t` does; the dictionary asks the parts that it would ask.
  ['Translator', '{}'],
  // Loads words; ours are imported.
  ['Connector', '{}'],
  // Formats values inside a text; ours are formatted before.
  ['Formatter', '{ format(value) { return value } }'],
]);

/** Methods that are not needed to look up a text with its values and its plural form. */
const unusedMethods = new Set([
  ...['changeLanguage', 'setResolvedLanguage', 'loadLanguages', 'loadNamespaces', 'loadResources'],
  ...['reloadResources', 'hasLoadedNamespace', 'hasLanguageSomeTranslations', 'setDefaultNamespace'],
  ...['addResource', 'addResources', 'getResourceBundle', 'removeResourceBundle', 'removeNamespaces'],
  ...['use', 'hydrate', 'cloneInstance', 'getFixedT', 'exists', 'dir', 'toJSON'],
  ...['getBestMatchFromCodes', 'getSuffixes', 'getPluralFormsOfKey', 'needsPlural'],
  ...['deprecateDottedLng', 'deprecateBareCode'],
]);

/** Methods of a logger that write nothing while i18next's `debug` is off. */
const debugMethods = new Set(['log', 'warn', 'once', 'deprecate']);

interface Cut {
  start: number;
  end: number;
  text: string;
}

/**
 * Takes i18next from 14.2 kB to 8.5 kB (brotli): leaves out its own loading of words, its extensions and its debug messages.
 * Without the plugin the app works the same.
 */
export function i18nextSlim(): Plugin {
  return {
    name: 'i18next-slim',
    apply: 'build',
    transform: {
      filter: { id: /\/node_modules\/i18next\/dist\/esm\/i18next\.js$/ },
      handler(code) {
        const missing = new Set([...replacedClasses.keys(), ...unusedMethods]);
        const cuts: Cut[] = [];
        const cut = ({ start, end }: { start: number; end: number }, text: string, name: string) => {
          missing.delete(name);
          cuts.push({ start, end, text });
        };
        new Visitor({
          ClassDeclaration({ id, body }) {
            const text = id && replacedClasses.get(id.name);
            if (text) cut(body, text, id.name);
          },
          MethodDefinition({ key, value: { body } }) {
            if (body && key.type === 'Identifier' && unusedMethods.has(key.name)) cut(body, '{}', key.name);
          },
          CallExpression(call) {
            const { callee } = call;
            if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return;
            const isLogger = /[lL]ogger$/.test(code.slice(callee.object.start, callee.object.end));
            if (isLogger && debugMethods.has(callee.property.name)) cut(call, 'null', '');
          },
        }).visit(this.parse(code));
        if (missing.size > 0) this.error(`i18next no longer has ${[...missing].join(', ')}`);
        return { code: withCuts(code, cuts), map: null };
      },
    },
  };
}

/** The code with each cut's text in its place; a cut inside another one is part of that. */
function withCuts(code: string, cuts: Cut[]): string {
  let result = '';
  let done = 0;
  for (const { start, end, text } of cuts.sort((a, b) => a.start - b.start)) {
    if (start < done) continue;
    result += code.slice(done, start) + text;
    done = end;
  }
  return result + code.slice(done);
}
