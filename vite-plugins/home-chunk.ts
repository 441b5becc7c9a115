import path from 'node:path';
import { normalizePath, type Plugin } from 'vite';

/** The draft and its photos, as needed by screens and flows that only read them. */
const draft = filesOf(
  'state/wizard.ts',
  'platform/listen.ts',
  'flows/draft/known-photo.ts',
  'platform/pictures/picture-type.ts',
  'platform/coach/coach.ts',
);

/** The sign-in, which most visits do not use. */
const signIn = filesOf('flows/account/sign-in.ts', 'app/sign-in-gate.tsx', 'ui/drawings/avatar.tsx');

/** Payments and the shared parts of the purchase screens. The dialog that offers coins needs only the payments. */
const payment = filesOf(
  'components/pay-screen.tsx',
  'components/set-price.ts',
  'flows/money/pay.ts',
  'flows/money/settle-order.ts',
);

/** Code that shows pictures in full size and saves them. */
const pictures = filesOf(
  'ui/layer/covering-layer.tsx',
  'ui/pic-pager.tsx',
  'ui/use-picture-status.ts',
  'screens/pic/full-picture.tsx',
  'flows/pics/save-pic.ts',
  'platform/pictures/save-files.ts',
  'platform/pictures/fetch-picture.ts',
);

/** The templates and the previews of the user in them. */
const templates = filesOf(
  'flows/wizard/load-templates.ts',
  'api/templates.ts',
  'api/template-data.ts',
  'api/template-pics.ts',
  'state/try-ons.ts',
);

/** Names for the legal texts and the consent sheet, which most visits do not open. */
const legal = filesOf('i18n/service-names.ts', 'i18n/sends-photos-abroad.ts');

/** The user's own pictures in strips. Needed only online. */
const ownPics = filesOf('flows/pics/own-pics.ts');

/** The screen that Home preloads. */
const next = filesOf('screens/make-pic/make-pic.tsx');

/** The content that Home shows after its first paint. */
const more = filesOf('screens/home/home-more.tsx');

/** Matches the app's own files. */
const own = /\/src\/.*\.(ts|tsx|css)$/;

/**
 * Bundles the app into few files. By default the bundler creates dozens of small files, more than a browser requests in
 * parallel without HTTP/2. The files are: code that Home needs first; code that Home needs later; the draft; the
 * sign-in (otherwise its file would include the language switch, and Home would load it); payments; showing and saving
 * pictures; templates; legal names; and other shared code in three files: code that make-pic, which Home preloads,
 * shares with at least two other files, code that it shares with one, and the rest.
 */
export function homeChunk(): Plugin {
  let home = new Set<string>();
  let wizard = new Set<string>();
  let makePic = new Set<string>();
  let homeMore = new Set<string>();

  return {
    name: 'home-chunk',
    apply: 'build',
    applyToEnvironment: environment => environment.name === 'client',

    // Runs when all modules are known.
    buildEnd() {
      const all = [...this.getModuleIds()];
      for (const file of [draft, signIn, payment, pictures, templates, legal, ownPics, next, more].flatMap(
        set => [...set],
      ))
        if (!all.includes(file)) throw new Error(`home-chunk names ${file}, which is no module of the app`);
      const importedBy = (isStart: (id: string) => boolean): Set<string> => {
        const found = new Set<string>();
        const waiting = all.filter(isStart);
        for (let id = waiting.pop(); id; id = waiting.pop()) {
          if (found.has(id)) continue;
          found.add(id);
          waiting.push(...(this.getModuleInfo(id)?.importedIds ?? []));
        }
        return found;
      };
      home = importedBy(id => this.getModuleInfo(id)?.isEntry === true);
      wizard = importedBy(id => draft.has(id));
      makePic = importedBy(id => next.has(id));
      homeMore = importedBy(id => more.has(id));
    },

    outputOptions: options => ({
      ...options,
      codeSplitting: {
        groups: [
          { name: 'home', test: id => home.has(id), priority: 4 },
          { name: 'wizard', test: id => wizard.has(id), priority: 3 },
          { name: 'home-more', test: id => homeMore.has(id), priority: 3 },
          { name: 'templates', test: id => templates.has(id), priority: 3 },
          { name: 'shared', test: id => own.test(id) && makePic.has(id), minShareCount: 3, priority: 2 },
          {
            name: 'shared-others',
            test: id => own.test(id) && ![signIn, payment, pictures, legal, ownPics].some(set => set.has(id)),
            minShareCount: 3,
            priority: 1,
          },
          { name: 'choosing', test: id => own.test(id) && makePic.has(id), minShareCount: 2 },
          { name: 'sign-in', test: id => signIn.has(id) },
          { name: 'payment', test: id => payment.has(id) },
          { name: 'pictures', test: id => pictures.has(id) },
          { name: 'legal', test: id => legal.has(id) },
        ],
      },
    }),
  };
}

/** Converts file names in `src` to module ids. */
function filesOf(...names: string[]): Set<string> {
  return new Set(names.map(name => normalizePath(path.resolve(import.meta.dirname, '../src', name))));
}
