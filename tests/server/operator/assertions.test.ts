import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { limits } from '../../../server/contract/limits.ts';
import { appSettings } from '../../../server/settings/app-settings.ts';
import { operatorSettings } from '../../../server/settings/operator-settings.ts';
import { processSettings } from '../../../server/settings/process-settings.ts';
import { productSettings } from '../../../server/settings/product-settings.ts';
import { providerSettings } from '../../../server/settings/provider-settings.ts';
import { buildLegalDocument, type LegalWords } from '../../../src/i18n/build-legal-document.ts';
import en from '../../../src/i18n/en.extras.json' with { type: 'json' };
import enPrivacy from '../../../src/i18n/en.privacy.json' with { type: 'json' };
import enTerm from '../../../src/i18n/en.term.json' with { type: 'json' };
import type { LegalFacts } from '../../../src/i18n/legal-facts.ts';
import zh from '../../../src/i18n/zh.extras.json' with { type: 'json' };
import zhPrivacy from '../../../src/i18n/zh.privacy.json' with { type: 'json' };
import zhTerm from '../../../src/i18n/zh.term.json' with { type: 'json' };
import { plainNames, someFacts } from '../../support/legal-facts.ts';
import assertions from './assertions.json' with { type: 'json' };

/**
 * assertions.json names for each assertion of the privacy policy and the terms: the settings (`PHOTO_DAYS`) or exports
 * (`file: name`) that make it true. `operator` means that only the operator can make it true; docs/law.md lists these
 * assertions. Days and bounds have their own tests.
 */
const settings = {
  ...appSettings,
  ...processSettings,
  ...providerSettings,
  ...operatorSettings,
  ...productSettings,
};

const pointsOf = (text: LegalWords, facts: LegalFacts) =>
  Object.fromEntries(
    buildLegalDocument(text, facts, plainNames).sections.flatMap(({ points }) => Object.entries(points)),
  );

const texts = [
  [enPrivacy, zhPrivacy],
  [enTerm, zhTerm],
] as const;

/** A text's statements for these facts, one per line. */
const said = (text: LegalWords, changed: Partial<LegalFacts>) =>
  Object.values(pointsOf(text, someFacts(changed)))
    .filter(Boolean)
    .join('\n');

test('the assertion list contains exactly the assertions in the legal texts', () => {
  const claimed = texts.flatMap(pair => pair.flatMap(text => Object.keys(pointsOf(text, someFacts()))));
  expect([...new Set(claimed)].sort()).toEqual(Object.keys(assertions).sort());
});

const exported = (name: string) =>
  new RegExp(`^export (default )?(async )?(function\\*? ?|const |class |interface )${name}\\b`, 'm');

test.each(Object.entries(assertions))(
  'the setting or code that makes the assertion “%s” true exists',
  (_claim, reasons) => {
    for (const reason of reasons) {
      const [file = '', name] = reason.split(': ');
      if (name) expect(readFileSync(file, 'utf8'), reason).toMatch(exported(name));
      else if (reason !== 'operator') expect(settings).toHaveProperty(reason);
    }
    expect(reasons.length).toBeGreaterThan(0);
  },
);

const elsewhere: Partial<LegalFacts>[] = [
  {
    isOurs: false,
    features: [],
    photoDays: null,
    logDays: null,
    generator: null,
    store: null,
    comparesFaces: false,
  },
  { name: '', contact: '', signIns: ['sandbox'], payments: ['sandbox'], verifiedAds: false },
  { payments: [], signIns: [], comparesFaces: false, isEncrypted: false },
];

test.each([{}, ...elsewhere])('with %j both languages make the same assertions', changed => {
  for (const [english, chinese] of texts) {
    const shown = (text: LegalWords) =>
      Object.entries(pointsOf(text, someFacts(changed))).map(([assertion, words]) => [
        assertion,
        words !== false,
      ]);
    expect(shown(chinese)).toEqual(shown(english));
    expect(said(english, changed) + said(chinese, changed)).not.toMatch(/[{}]|undefined|null/);
  }
});

test.each<[string, Partial<LegalFacts>, string, string]>([
  ['the days that photos are kept', { photoDays: 7 }, '7 days', '满 7 天'],
  ['the days that logs are kept', { logDays: 3 }, 'Technical records: 3 days', '技术记录：3 天'],
  [
    'an external generator',
    { generator: { name: 'Gpu Inc', country: 'MT' } },
    'another company: Gpu Inc in',
    '另一家公司制作：Gpu Inc（位于',
  ],
  [
    'a generator in another country',
    { generator: { name: 'Gpu Inc', country: 'CN', contact: 'mailto:data@gpu.example' } },
    'Gpu Inc in CN, contact: data@gpu.example. Your photos are sent abroad',
    '接收方：Gpu Inc（位于 CN），联系方式：data@gpu.example',
  ],
  [
    'our own generator',
    { generator: { name: '', country: 'DE' } },
    'on our own servers in',
    '由我们自己的服务器',
  ],
  [
    'an external store',
    { store: { name: 'Alibaba Cloud OSS', country: 'CN' } },
    'Alibaba Cloud OSS',
    'Alibaba Cloud OSS',
  ],
  ['sign-ins', { signIns: ['apple', 'wechat'] }, 'apple, wechat', 'apple、wechat'],
  ['payments', { payments: ['google-play'] }, 'google-play', 'google-play'],
  ['ads', { verifiedAds: true }, 'AdMob', 'AdMob'],
  ['the name', { name: 'Luna GmbH' }, 'Luna GmbH', 'Luna GmbH'],
  ['the address', { address: 'Ringstr. 4' }, 'Ringstr. 4', 'Ringstr. 4'],
  ['the contact', { contact: 'mailto:me@luna.example' }, 'me@luna.example', 'me@luna.example'],
  ['the least age', { leastAge: 16 }, 'under 16', '未满 16 周岁'],
  ['comparing faces', { comparesFaces: true }, '1,024 numbers', '1024 个数值'],
  [
    'not comparing faces',
    { comparesFaces: false },
    'nothing that could tell one face from another',
    '不计算任何',
  ],
  ['push messages', { features: ['push'] }, 'the company that makes your browser', '浏览器的厂商'],
  ['a trial with the sandbox', { signIns: ['sandbox'] }, 'This is a trial', '试用环境'],
])('the policy shows this setting in both languages: %s', (_what, changed, english, chinese) => {
  expect(said(enPrivacy, changed)).toContain(english);
  expect(said(zhPrivacy, changed)).toContain(chinese);
});

test('for an unknown API, the legal texts assert nothing about its servers', () => {
  for (const [english] of texts)
    expect(said(english, elsewhere[0]!)).not.toMatch(/our server|our own|\d+ days:|hash/);
  expect(said(enTerm, { payments: ['sandbox'] })).toContain('no money is taken');
});

test('a changed consent text needs a new version number, so that all users are asked again', () => {
  const asked = (words: Record<string, string>) =>
    Object.entries(words).filter(([key]) => /^consent\.(?!take)/.test(key));
  const hash = createHash('sha256').update(JSON.stringify([asked(en), asked(zh)]));
  expect([limits.consentText, hash.digest('hex').slice(0, 12)]).toEqual([2, 'eae7af04ff15']);
});
