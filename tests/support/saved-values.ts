import type { Key } from '../../src/platform/storage/keys.ts';

export const job = {
  trainId: 't1',
  generateId: 'g1',
  templateId: 7,
  styleId: null,
  title: 'Silk',
  coverUrl: '/pictures/cover.jpg',
  status: 'generating' as const,
  expectMinutes: 2,
  expectSeconds: 100,
  queuePosition: 0,
  progress: 40,
  createTime: 1_700_000_000,
  pics: [{ id: 1, listUrl: '/pictures/c1.jpg?w=320' }],
  picCount: 4,
  coins: 20,
  refusedPhotos: [{ index: 0, problems: ['blurry'] }],
};
export const photo = {
  id: 'p1',
  name: 'me.jpg',
  suffix: '0123456789abcdef0123',
  status: 'ready' as const,
  advice: '',
  sameAs: '',
  doubt: '',
  focus: '',
  address: 'https://x.example/p1.jpg',
  preview: '',
};
const product = {
  id: 1,
  productId: 'coins_100',
  title: '100 coins',
  coins: 100,
  originalPrice: 12,
  discountPrice: 10,
  payAmount: 10,
  vipLevel: 0,
  days: 0,
};
/** A list from the API as the app saves it. */
export const known = <T>(value: T) => ({ about: '', language: 'en', value });

export const good = {
  'tyy.token': 'abc.def',
  'tyy.user': {
    userId: 'u1',
    nickname: 'Ming',
    avatar: '',
    vipLevel: 0,
    vipExpireTime: 0,
    coins: 50,
    features: ['order-status'],
    consentVersion: '',
    payChannels: null,
  },
  'tyy.job': job,
  'tyy.order': {
    orderId: 'o1',
    kind: 'coins',
    title: '100 coins',
    coins: 100,
    payAmount: 10,
    productId: 'coins_100',
    channel: null,
    payment: 'opaque',
    payUrl: 'https://x.example/pay',
    started: 1_790_000_000,
    receipt: 'r1',
  },
  'tyy.wizard': {
    step: 'front',
    photos: [photo],
    templateId: 7,
    templateTitle: 'Silk',
    templatePicUrl: '/template-pics/7?v=1',
    attemptId: 'abc123',
    knownJobs: [{ trainId: 't1', generateId: 'g1' }],
    made: { trainId: 't1', generateId: 'g1' },
    isMade: true,
    owner: 'u1',
  },
  'tyy.home-pics': ['/a.jpg', '/b.jpg', '/c.jpg', '/d.jpg'],
  'tyy.ad-jobs': ['t1'],
  // The format from an earlier app version, which the app can still read.
  'tyy.favourites': ['c1'],
  'tyy.templates': {
    language: 'en',
    templates: [
      { id: 7, title: 'Silk', picUrl: '/template-pics/{id}?v=1', picWidths: [320], colour: '#abc' },
    ],
  },
  'tyy.jobs': known([job]),
  'tyy.pics': {
    ...known([
      {
        id: 1,
        picUrl: '/pictures/c1.jpg',
        screenUrl: '/pictures/c1.jpg?w=768',
        listUrl: '/pictures/c1.jpg?w=320',
        width: 768,
        height: 1024,
      },
    ]),
    about: 'g1',
  },
  'tyy.statements': known([
    {
      id: 's1',
      time: 1_700_000_000,
      change: -20,
      remaining: 65,
      reason: 'Pictures',
      job: { title: 'Silk', picUrl: '/pictures/c1.jpg', state: 'spent' },
    },
  ]),
  'tyy.packs': known([product]),
  'tyy.plans': known([product]),
} satisfies Partial<Record<Key, unknown>>;
