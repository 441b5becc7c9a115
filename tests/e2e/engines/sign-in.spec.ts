import { openDetour } from '../support/detour.ts';
import { type EngineName, expect, nameScript, test } from '../support/engine-story.ts';
import type { Tab } from '../support/tab.ts';
import { wordsOf } from '../support/words.ts';

const text = wordsOf('en');

/** A page's script that takes from each page what it would keep in local storage, and delays what IndexedDB says by so long, ms. */
const slowDatabase = (delay: number) => `if (new URLSearchParams(location.search).has('slow')) {
  localStorage.clear();
  const { open } = IDBFactory.prototype;
  IDBFactory.prototype.open = function (...given) {
    const request = open.apply(this, given);
    Object.defineProperty(request, 'onsuccess', {
      set(run) {
        request.addEventListener('success', event => setTimeout(() => run.call(request, event), ${delay}));
      },
    });
    return request;
  };
}`;

const refusedScreens = ['/coin-flow', '/personal-center', '/pic-list', '/recharge'];

for (const name of ['Firefox', 'WebKit', 'shell'] as const satisfies EngineName[]) {
  test(`in ${name}, a server that refuses each token is signed in to once, until the user tries again`, {
    tag: '@long',
  }, async ({ start, origin, userName, native }) => {
    const detour = await openDetour(origin);
    let dialogs = 0;
    let isRefusing = true;
    detour.respond = path => {
      if (path.startsWith('/sandbox/login?')) dialogs++;
      const isRefused =
        isRefusing && path.startsWith('/v1/') && !/\/(login|getHomePics|getOperator)\b/.test(path);
      const body = JSON.stringify({ code: 401, data: null, message: 'Please sign in' });
      return isRefused ? { status: 401, type: 'application/json', body } : null;
    };
    const isShell = name === 'shell';
    const logins = () => (isShell ? native.callsOf('login').length : dialogs);
    const { tab } = await start(name);
    const signIn = async () => {
      if (!isShell) await tab.until(nameScript(userName), 'the login dialog');
    };
    try {
      for (const [place, screen] of refusedScreens.entries()) {
        await tab.open(`${detour.origin}/tyy${screen}`);
        await signIn();
        await tab.see(text('sign-in.refused'));
        expect(logins(), screen).toBe(place + 1);
        await tab.run('localStorage.clear()');
      }
      isRefusing = false;
      await tab.press(text('retry'));
      await signIn();
      await tab.until(`return document.querySelector('input[type=radio]') !== null;`, 'something to buy');
      expect(logins()).toBe(refusedScreens.length + 1);
    } finally {
      detour.close();
    }
  });
}

for (const name of ['Firefox', 'WebKit'] as const) {
  test(`in ${name}, a token that a slow database alone has is waited for`, { tag: '@long' }, async ({
    start,
    origin,
    userName,
  }) => {
    for (const delay of [700, 2500]) {
      const engine = await start(name);
      const { tab } = engine;
      await engine.before(slowDatabase(delay));
      await tab.open(`${origin}/tyy/coin-flow`);
      await tab.until(nameScript(userName), 'the login dialog');
      await tab.see('Welcome gift');
      await tab.open(`${origin}/tyy/coin-flow?slow`);
      await expectLedger(tab);
      await engine.close();
    }
  });
}

test('in the shell, a token that a slow phone has is waited for', { tag: '@long' }, async ({
  start,
  origin,
  user,
  native,
}) => {
  native.cache.set('tyy.token', JSON.stringify(user.token));
  const { tab } = await start('shell');
  for (const delay of [700, 2500]) {
    native.on('readCache', async ({ key }) => {
      await new Promise(resolve => setTimeout(resolve, delay));
      return { code: 0, data: { value: native.cache.get(key) ?? null } };
    });
    await tab.open(`${origin}/tyy/coin-flow`);
    await expectLedger(tab);
    await tab.run('localStorage.clear()');
  }
  expect(native.callsOf('login')).toEqual([]);
  expect(native.cache.get('tyy.token')).toBe(JSON.stringify(user.token));
});

/** The ledger is there, and the page has not been at the login dialog. */
async function expectLedger(tab: Tab): Promise<void> {
  await tab.see('Welcome gift');
  expect(await tab.run<string>('return location.pathname')).toBe('/tyy/coin-flow');
}
