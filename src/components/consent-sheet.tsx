import { type ComponentProps, useState } from 'react';
import { countryName } from '../i18n/format.ts';
import type { LegalFacts, LegalPlace } from '../i18n/legal-facts.ts';
import { sendsPhotosAbroad } from '../i18n/sends-photos-abroad.ts';
import { serviceName, spaced } from '../i18n/service-names.ts';
import { useText } from '../i18n/use-text.ts';
import { Button } from '../ui/button.tsx';
import { frameOutlines, Outline } from '../ui/frame-icon.tsx';
import styles from './consent-sheet.module.css';

const icons = {
  wand: 'm4 20 10.5-10.5M13 5.5V3M19 11.5h2.5M17.5 6.5l2-2M8 5.5v3M6.5 7h3M18 15.5v3M16.5 17h3',
  server: 'M4.5 4.5h15v6h-15ZM4.5 13.5h15v6h-15ZM8 7.5h.5M8 16.5h.5',
  back: frameOutlines.back,
};

/** Returns the properties of a button that settles the question with a value. */
export type Press = (value: string | null) => ComponentProps<'button'>;

interface ConsentSheetProps {
  facts: LegalFacts;
  press: Press;
}

/** The content of the consent sheet, with two equal buttons. Photos that go abroad need a tick of their own. */
export default function ConsentSheet({ facts, press }: ConsentSheetProps) {
  const { text } = useText();
  const [mayGoAbroad, setMayGoAbroad] = useState(!sendsPhotosAbroad(facts));
  const [startsAllowed] = useState(mayGoAbroad);
  const { generator, comparesFaces, photoDays, leastAge } = facts;
  const isElsewhere = Boolean(generator?.name);
  return (
    <>
      <ul className={styles.points}>
        <Point icon="wand" lead={text('consent.purpose')}>
          {comparesFaces && text('consent.faces')}
        </Point>
        {generator && (
          <Point icon="server" lead={whereIn(facts, text)}>
            {photoDays !== null &&
              text(isElsewhere ? 'consent.days-here' : 'consent.days', { count: photoDays })}
          </Point>
        )}
        <Point icon="back" lead={text('consent.back')}>
          {text('consent.back-how')}
        </Point>
      </ul>
      <details className={styles.details}>
        <summary>{text('consent.details')}</summary>
        <Details facts={facts} />
        <button type="button" className={styles.link} {...press('privacy')}>
          {text('privacy.title')}
        </button>
      </details>
      {generator && !startsAllowed && (
        <label className={styles.tick}>
          <input
            type="checkbox"
            checked={mayGoAbroad}
            onChange={event => setMayGoAbroad(event.currentTarget.checked)}
          />
          {spaced(text('consent.abroad', { name: named(generator, text) }))}
        </label>
      )}
      <p className={styles.statement}>{text('consent.statement', { age: leastAge })}</p>
      <div className={styles.choices}>
        <Button kind="secondary" disabled={!mayGoAbroad} {...press('agree')}>
          {text('consent.agree')}
        </Button>
        <Button kind="secondary" {...press(null)}>
          {text('consent.not-now')}
        </Button>
      </div>
    </>
  );
}

function Point({ icon, lead, children }: { icon: keyof typeof icons; lead: string; children: Sentence }) {
  return (
    <li>
      <Outline path={icons[icon]} />
      <p>
        <Sentences lead={lead} rest={[children]} />
      </p>
    </li>
  );
}

type Sentence = string | false | null;

/** Joins sentences, the first one in bold. Chinese punctuation brings its own room, so no blank follows it. */
function Sentences({ lead, rest }: { lead: string; rest: readonly Sentence[] }) {
  const said = rest.filter(sentence => typeof sentence === 'string');
  return (
    <>
      <b>{lead}</b>
      {said.reduce((all, next) => all + (/[。：]$/.test(all || lead) ? next : ` ${next}`), '')}
    </>
  );
}

/** The parts of the notice that a user may skip. Unknown facts are left out. */
function Details({ facts }: { facts: LegalFacts }) {
  const { text } = useText();
  const { name, address, contact, comparesFaces, photoDays, features } = facts;
  const who = [
    name,
    address,
    contact && text('consent.contact', { contact: contact.replace(/^mailto:/, '') }),
  ].filter(Boolean);
  const deletesPhotos = features.includes('consent') || features.includes('photos');
  return (
    <ul className={styles.facts}>
      {name && (
        <li>
          <Sentences
            lead={text('consent.who')}
            rest={[who.reduce((one, other) => text('consent.pair', { one, other }))]}
          />
        </li>
      )}
      <li>
        <Sentences
          lead={text('consent.what')}
          rest={[text('consent.what-text'), comparesFaces && text('consent.what-faces')]}
        />
      </li>
      <li>
        <Sentences
          lead={text('consent.why')}
          rest={[text('consent.why-text'), photoDays !== null && text('consent.why-deleted')]}
        />
      </li>
      <li>
        <Sentences lead={text('consent.never')} rest={[text('consent.never-text')]} />
      </li>
      <li>
        <Sentences
          lead={text('consent.refuse')}
          rest={[text('consent.refuse-text'), deletesPhotos && text('consent.refuse-later')]}
        />
      </li>
    </ul>
  );
}

type Words = ReturnType<typeof useText>['text'];

/** The maker of the pictures and the store of the photos: our servers, our servers with another store, or a service. */
function whereIn({ generator, store }: LegalFacts, text: Words): string {
  if (generator?.name) return spaced(text('consent.service', { name: named(generator, text) }));
  if (store?.name) return spaced(text('consent.stored', { name: named(store, text) }));
  if (!generator?.country) return text('consent.own');
  return text('consent.own-in', { place: countryName(generator.country) });
}

function named({ name, country }: LegalPlace, text: Words): string {
  const service = serviceName(name);
  return country ? text('consent.service-in', { name: service, place: countryName(country) }) : service;
}
