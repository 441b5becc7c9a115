import type { LegalText } from './legal-document.ts';

export const document: LegalText = (facts, names) => {
  const { leastAge, features, payments, isOurs } = facts;
  const has = (feature: string) => features.includes(feature);
  const sells = payments.length > 0 || !isOurs;
  const isTrial = payments.includes('sandbox');
  return {
    updated: '2026-11-24',
    intro:
      'These terms are the agreement between you and the operator of Tyy portraits (“we”). They apply from the moment you sign in. The privacy policy explains what happens to your photos.',
    sections: [
      {
        title: 'Who we are',
        points: {
          'operator-name':
            facts.name !== '' &&
            `${facts.name}${facts.address && `, ${facts.address}`}${facts.country && `, ${names.country(facts.country)}`}.`,
          'operator-contact': facts.contact !== '' && `Write to ${facts.contact.replace(/^mailto:/, '')}.`,
        },
      },
      {
        title: 'What the service does',
        points: {
          service:
            'You upload one to five photos of a face, choose a template, and get pictures in its style. The pictures are made by a computer: they usually look like you, but we cannot guarantee it. Results vary more for photos of babies, of the elderly, and of people with glasses.',
          'waiting-time':
            'The waiting time shown in the app is an estimate. When many people make pictures at once, it takes longer.',
        },
      },
      {
        title: 'Your account',
        points: {
          'own-account':
            'You sign in with a provider you already use. The account is for you alone. Tell us if someone else gains access to it; until then, we may treat what happens in it as done by you.',
          'least-age': `You must be at least ${leastAge}. If the law where you live asks for it, you also need the consent of a parent or guardian, who is then responsible for keeping these terms.`,
        },
      },
      {
        title: 'Photos of other people',
        points: {
          'other-people':
            'Upload photos of yourself, or of someone who has agreed to it, knowing what they are for. For a child, the parent or guardian decides. If they change their mind, delete the photos and the pictures.',
        },
      },
      {
        title: 'What is not allowed',
        points: {
          'not-pretending':
            'Making pictures of someone who has not agreed, or pretending to be someone else.',
          'not-harming':
            'Pictures that deceive, defame, harass or threaten, that are sexual, or that harm minors in any way.',
          'not-evidence':
            'Using pictures to pass an identity check, or presenting them as evidence of something that happened.',
          'not-breaking': 'Breaking a law, or the rights of others, with a photo or a picture.',
          'not-unlabelled': 'Taking away what says that a picture was made by a computer.',
          'not-attacking':
            'Attacking the service, circumventing its limits, or claiming coins by automated means.',
          consequences:
            'We may refuse photos, remove pictures and close an account that does this. In minor cases we give a warning first.',
        },
      },
      {
        title: 'Photo review',
        points: {
          review:
            isOurs &&
            'Before pictures are made, a program checks whether the photos are usable: one face, large, sharp and bright enough. It can make mistakes. If photos are refused, the app says which ones and why, and the coins for the request are returned.',
        },
      },
      {
        title: 'Coins',
        points: {
          'coins-unit':
            'Coins are a unit for making pictures in this app. They are not money, cannot be exchanged, transferred or paid out, and earn no interest.',
          'coins-shown': 'The app shows the cost before it spends coins.',
          'coins-held':
            isOurs &&
            'They are put on hold when a request starts, and are returned automatically if it fails or the photos are refused.',
          'coins-listed': 'Every change is listed in your coin history.',
          'coins-lasting': isOurs && 'Coins you have bought do not expire while your account exists.',
        },
      },
      {
        title: 'Buying coins',
        points: {
          trial: isTrial && 'This is a trial of the product: no money is taken.',
          price:
            sells &&
            !isTrial &&
            'The price on the button is what you pay, in yuan. The coins are added as soon as the payment provider has confirmed the payment; if that takes longer, nothing is lost, and you can return to the order later.',
          once: isOurs && sells && 'An order is credited once, even if it is confirmed twice.',
          withdrawal:
            sells &&
            !isTrial &&
            'You agree that coins are delivered immediately. Where the law gives you a right to withdraw from the purchase, it ends for coins you have spent. If you paid twice, or something else went wrong, write to us and we will put it right. Your statutory rights are not affected.',
        },
      },
      {
        title: 'Subscription',
        points: {
          subscription:
            sells &&
            'With a subscription (VIP), making pictures costs no coins and no banner is shown, until the date shown in the app. A plan bought through the store of your phone follows that store’s rules for renewal and refunds: if it renews, it does so until you cancel it there. Fair use applies: VIP is for one person and not for automated use.',
          'paid-once':
            isOurs &&
            sells &&
            'Any plan not bought through the store of your phone is paid for once and ends by itself. If VIP is still active when you buy it, its days are added.',
        },
      },
      {
        title: 'Ads and rewards',
        points: {
          rewards:
            'In some apps that contain this service you can watch an ad to the end to get coins. The service sets the number of coins and a daily limit, and an ad that is skipped earns nothing. Rewards obtained by fraud may be withdrawn.',
        },
      },
      {
        title: 'Who owns what',
        points: {
          ownership:
            'Your photos remain yours. You allow us to store and process them only to make your pictures and show them to you; this permission ends when you delete them. The pictures made from them are yours to use as you like within these terms, privately or in public. The templates, drawings, name and software remain ours; you may use a template only through the service.',
        },
      },
      {
        title: 'Sharing',
        points: {
          sharing:
            'You decide whether and where to share a picture. Say that it was made by a computer where it could be mistaken for a photograph, and where the law requires it. We have no control over what others do with a picture you have shared.',
          labels: isOurs && 'Each picture says in its data that a computer made it.',
        },
      },
      {
        title: 'Liability',
        points: {
          liability:
            'We run the service with care, but cannot promise that it is never interrupted. Our liability is unlimited for intent and gross negligence, and for injury to life and health. Otherwise we are liable only for the breach of an essential obligation, and only for typical, foreseeable damage. Save pictures that matter to you on your device as well.',
        },
      },
      {
        title: 'Termination',
        points: {
          leaving:
            has('delete-account') &&
            'You may leave at any time: “Delete my account” in Settings removes everything at once. Coins and any remaining subscription time are then lost, except where the law says otherwise.',
          ending:
            'If we discontinue the service, we will say so at least 30 days in advance and refund coins that were bought and not used.',
        },
      },
      {
        title: 'Changes and law',
        points: {
          changes:
            'If you disagree with a change of these terms, you may leave; for what happens to your photos, the app asks for your consent again.',
          law: 'The law of the place where the operator is based applies, without depriving you of the protection of the law where you live. If one provision is invalid, the others remain in force.',
        },
      },
    ],
  };
};
