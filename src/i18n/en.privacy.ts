import type { LegalNames, LegalText } from './legal-document.ts';
import type { LegalPlace } from './legal-facts.ts';
import { serviceNames } from './service-names.ts';

const inCountry = ({ country }: LegalPlace, names: LegalNames) =>
  country ? ` in ${names.country(country)}` : '';
const days = (count: number) => (count === 1 ? '1 day' : `${count} days`);

const storeOf = (store: LegalPlace, names: LegalNames) =>
  store.name
    ? `cloud storage of another company, ${store.name}${inCountry(store, names)}, which keeps them for us`
    : `our own server${inCountry(store, names)}`;

export const document: LegalText = (facts, names) => {
  const { generator, store, photoDays, logDays, leastAge, features, isOurs, signIns, payments } = facts;
  const has = (feature: string) => features.includes(feature);
  const isTrial = signIns.includes('sandbox');
  return {
    updated: '2026-11-25',
    intro:
      'You give us photos of a face. That deserves plain language: this page explains what we collect, why, where it goes, how long it is kept, and how you can delete it. “We” means the operator of Tyy portraits; “you” means the person using it.',
    sections: [
      {
        title: 'Who we are',
        points: {
          'operator-name':
            facts.name !== '' &&
            `${facts.name}${facts.address && `, ${facts.address}`}${facts.country && `, ${names.country(facts.country)}`}.`,
          'operator-contact': facts.contact !== '' && `Write to ${facts.contact.replace(/^mailto:/, '')}.`,
          trial:
            isTrial &&
            'This is a trial of the product: anyone can sign in with any name, and no money is taken. Do not give it anything that matters to you.',
        },
      },
      {
        title: 'In short',
        points: {
          purpose: 'We use your photos for one thing: to make the pictures you ask for.',
          'no-other-use':
            'We do not identify anyone by their face, we do not sell photos, and we do not train models with them.',
          'short-days':
            photoDays !== null &&
            `Photos are erased by themselves ${days(photoDays)} after you add them; pictures stay until you delete them.`,
        },
      },
      {
        title: 'What we collect',
        points: {
          photos:
            'Photos: the one to five photos you choose. Your device turns them upright and makes them smaller before uploading, which normally removes the details that cameras save in a file, such as the location.',
          'photo-checks':
            isOurs &&
            'What is seen in them: for each photo, whether it shows exactly one usable face, where that face is, and whether the photo is sharp and bright enough. Your device looks first, our server again before pictures are made.',
          'faces-compared':
            facts.comparesFaces &&
            'Of several photos: 1,024 numbers are computed from each face, which say whether two photos show the same person. They are compared in memory and kept nowhere.',
          'faces-not-compared':
            isOurs &&
            !facts.comparesFaces &&
            'Our own programs compute nothing that could tell one face from another.',
          pictures:
            'Pictures: what is made from your photos, with the template, time and status of each request.',
          account:
            'Account: the name and picture that your sign-in provider gives us, an account number, your language.',
          coins:
            'Coins and orders: your balance, every change of it, orders, and the receipts of payments. We never see your card number or payment password.',
          'consent-kept':
            has('consent') && 'Your consent: when you gave it or took it back, and to which version.',
          logs:
            isOurs &&
            'Technical records: the kind, time and result of requests, with your account number. Your IP address is used in memory, to stop floods of requests, and is not written into them.',
          reports:
            has('report') &&
            'Reports of pictures: the reason, the sentence that was added, and a scrambled code of the account or the address that reported it, so that one counts once. They are removed 180 days after we have looked.',
          'client-reports':
            has('client-reports') &&
            'Reports of the app: what failed in it and how fast it was, without your account number, words or addresses.',
        },
      },
      {
        title: 'Photos of faces',
        points: {
          consent:
            'A photo of a face is sensitive personal information. Before the first one leaves your device, the app asks for your consent. Without it you can still look at the templates, and no photo is sent.',
          'consent-back':
            has('consent') &&
            'You can take your consent back at any time in Settings: all your photos are then erased. Pictures made before stay until you delete them.',
          'other-people': 'If a photo shows someone else, you need their permission first.',
          'child-photos': `A photo of a child under ${leastAge} needs the consent of a parent or guardian.`,
        },
      },
      {
        title: 'Where photos and pictures go',
        points: {
          store:
            store !== null &&
            `Your device uploads the photos to ${storeOf(store, names)}. Pictures are kept there too.`,
          'upload-permission':
            isOurs &&
            'The permission to upload is issued to you alone, for a folder that belongs to your account, and expires after 15 minutes.',
          'generator-own':
            generator !== null &&
            generator.name === '' &&
            `The pictures are made on our own servers${inCountry(generator, names)}.`,
          'generator-service':
            generator !== null &&
            generator.name !== '' &&
            `The pictures are made by another company: ${generator.name}${inCountry(generator, names)}. Your photos are sent there for each request; its own terms say what it does with them.`,
          looking: 'We look at a picture only when it is public or was reported, or when you ask us to.',
          'support-access':
            has('support-access') &&
            'To ask us, allow it in Settings: for 24 hours, or until you take it back, our support may look at your finished pictures, but not at your photos. Each look is recorded, with its reason.',
          'signed-links':
            isOurs &&
            'They are shown through signed links that expire. Anyone you give such a link to can open the picture until then.',
          'public-link':
            has('share-card') &&
            'A picture becomes public only if you make a public link to it. Anyone who has that link can then see the picture until you stop sharing it or delete the picture; we ask search engines not to list it.',
          'camera-stays':
            'If you take a guided selfie, your device looks at what the camera sees, and nothing of it leaves the device but the photo that you take.',
        },
      },
      {
        title: 'Why we may do this',
        points: {
          'basis-contract':
            'To make pictures, maintain your account and deliver what you bought: because our contract with you requires it, and, for faces, because you have given your consent.',
          'basis-safety':
            'To prevent fraud and keep the service safe: because we have a legitimate interest in doing so.',
          'basis-law': 'To keep payment records where the law requires it.',
        },
      },
      {
        title: 'Who else is involved',
        points: {
          'sign-in-services':
            signIns.length > 0 &&
            !isTrial &&
            `Who confirms who you are: ${names.list(serviceNames(signIns))}. That tells them that you use the app, not what you make.`,
          'payment-services':
            payments.length > 0 &&
            !payments.includes('sandbox') &&
            `Who takes payments and tells us whether one succeeded: ${names.list(serviceNames(payments))}.`,
          ads: 'Where the app around this one shows ads, they come from its advertising network. We send that network neither photos nor pictures.',
          'verified-ads':
            facts.verifiedAds &&
            'Google AdMob tells us which ad you watched to the end, so that you get your coins.',
          'push-services':
            has('push') &&
            'If you ask to be told when your pictures are ready, the company that makes your browser delivers the message. It is encrypted so that only your device can read it, and holds no picture. We keep the address of your browser there until the message is sent, at most two days, or until you log out.',
          authorities:
            'We disclose data to authorities only where the law requires it, and only as much as it requires.',
        },
      },
      {
        title: 'How long it is kept',
        points: {
          'photo-days':
            photoDays !== null &&
            `Photos: ${days(photoDays)} after they were added they are erased, at the latest a day later.`,
          'pictures-kept': 'Pictures: until you delete them, or your account.',
          'session-days': isOurs && 'Your session: at most 90 days, or until you log out.',
          'account-kept':
            has('delete-account') && 'Account, coins and their history: until you delete the account.',
          'gone-account':
            isOurs &&
            'After that, a scrambled code derived from your sign-in stays, which cannot be turned back into your name, so that welcome coins are given only once; and a record of what was done to the account, by its number alone.',
          'takings-kept': isOurs && 'What was paid is kept for our books, without your account.',
          'log-days': logDays !== null && `Technical records: ${days(logDays)}.`,
          'payment-law':
            'Payment records that we or the payment provider must keep by law: for as long as the law requires, and for no other purpose.',
        },
      },
      {
        title: 'What stays on your device',
        points: {
          device:
            'So that the app opens quickly and loses nothing, your device keeps your session, the draft you are working on, an unfinished order, and template pictures. Logging out removes everything of yours; “Clear cache” in Settings removes the rest. There are no tracking cookies.',
        },
      },
      {
        title: 'Deleting and your other rights',
        points: {
          'delete-one': 'One picture: open it and choose Delete.',
          'delete-all':
            has('delete-data') &&
            'All photos and pictures: Settings, “Delete all photos and pictures”. They are removed from storage and from the database, not just hidden.',
          'delete-account':
            has('delete-account') &&
            'Everything: Settings, “Delete my account”. Your coins and any active subscription are lost as well.',
          copy:
            has('data-copy') &&
            'A copy of all that is stored of you: Settings, “Get a copy of my data”. It is a ZIP file.',
          rights:
            'You may also ask what data we hold about you, have it corrected, get a copy, object to its use, and complain to the data protection authority where you live. Write to us; we reply within 30 days.',
        },
      },
      {
        title: 'Security',
        points: {
          encrypted: facts.isEncrypted && 'Connections are encrypted.',
          hashes: isOurs && 'Sessions are kept as hashes, so that a stolen database opens no account.',
          'own-only': isOurs && 'Each account can access only its own photos, pictures and orders.',
          incidents:
            'If a security incident puts you at risk, we will notify you and the authorities without delay.',
        },
      },
      {
        title: 'Children',
        points: {
          'least-age': `You must be at least ${leastAge} to use the service. If we learn that photos of a child were uploaded without the consent of a parent or guardian, we delete them.`,
        },
      },
      {
        title: 'Changes',
        points: {
          changes:
            'If it changes what happens to your photos, the app asks for your consent again before the next one is sent. The date above is the date of the last change.',
        },
      },
    ],
  };
};
