import { makingPath, picPath } from '../../../src/paths.ts';
import { inShortForm } from '../support/in-short-form.ts';
import { pseudo } from '../support/pseudo-language.ts';
import { open, signInWithJobs, stayAway, stub, test } from '../support/pseudo-page.ts';
import { signInPages } from '../support/story.ts';

const groups = {
  'making pictures': {
    home: '/',
    'make-pic': '/make-pic',
    'make-pic-front': '/make-pic?step=front',
    'make-pic-supplementary': '/make-pic?step=supplementary',
    'making-gone': makingPath('nobodys', ''),
    'not-found': '/no-such-place',
  },
  "the user's pictures and account": {
    'personal-center': '/personal-center',
    'pic-list': '/pic-list',
    pic: picPath('done'),
    'pic-gone': picPath('nobodys'),
    setting: '/setting',
    apps: '/apps',
  },
  'money and law': {
    recharge: '/recharge',
    'coin-flow': '/coin-flow',
    subscription: '/subscription',
    privacy: '/privacy',
    term: '/term',
  },
};

for (const [group, screens] of Object.entries(groups)) {
  test(
    `the screens of ${group} are in the language of their files`,
    inShortForm(group === 'making pictures'),
    async ({ page, user, look }) => {
      await signInWithJobs(page, user);
      for (const [name, address] of Object.entries(screens)) {
        await open(page, address);
        await look(name);
      }
    },
  );
}

test('a VIP is told so in the language of the files', { tag: '@long' }, async ({ page, user, look }) => {
  await signInPages(page, user);
  const vip = { user_id: 'v', nickname: 'Ÿ', avatar: '', vip_level: 1, vip_expire_time: 1_990_000_000 };
  await stub(page, 'getUserInfo', { ...vip, coins: 1, features: [] });
  for (const address of ['/personal-center', '/subscription']) {
    await open(page, address);
    await look(`vip${address.replace('/', '-')}`);
  }
});

test('a job says its state in the language of its files', { tag: '@long' }, async ({ page, user, look }) => {
  await signInWithJobs(page, user);
  for (const state of ['audited', 'running', 'refused', 'failed']) {
    await open(page, makingPath('t1', state));
    await look(`making-${state}`);
  }
});

test('what is empty says so in the language of its files', { tag: '@long' }, async ({ page, user, look }) => {
  await signInPages(page, user);
  for (const address of ['/make-pic', '/pic-list']) {
    await open(page, address);
    await look(`empty${address.replace('/', '-')}`);
  }
  await stub(page, 'get*List', { list: [] });
  await stub(page, 'getTemplates', { list: [] });
  for (const address of ['/make-pic', '/coin-flow', '/recharge', '/subscription']) {
    await open(page, address);
    await look(`none${address.replace('/', '-')}`);
  }
});

const screensThatLoad = [
  '/make-pic',
  '/pic-list',
  '/coin-flow',
  '/recharge',
  '/subscription',
  '/personal-center',
  makingPath('t1', 'running'),
  picPath('done'),
];

test('what fails says so in the language of its files', { tag: '@long' }, async ({ page, user, look }) => {
  await signInPages(page, user);
  const broken = { status: 500, json: { code: 1000, data: null, message: pseudo('Broken') } };
  await page.route('**/v1/get*', route => route.fulfill(broken));
  for (const address of screensThatLoad) {
    await open(page, address);
    await look(`failed${address.split('?')[0]?.replace('/', '-')}`);
  }
});

test('what has no network says so in the language of its files', { tag: '@long' }, async ({
  page,
  context,
  user,
  look,
}) => {
  await signInWithJobs(page, user);
  for (const address of [makingPath('t1', 'running'), '/pic-list', '/recharge', '/make-pic']) {
    await open(page, address);
    await context.setOffline(true);
    await look(`offline${address.split('?')[0]?.replace('/', '-')}`);
    await context.setOffline(false);
  }
});

test('a user who is not signed in is told so in the language of the files', { tag: '@long' }, async ({
  page,
  look,
}) => {
  await stayAway(page, '**/sandbox/login**');
  for (const address of ['/setting', '/personal-center']) {
    await page.goto(`/tyy${address}`);
    await look(`signed-out${address.replace('/', '-')}`);
  }
});
