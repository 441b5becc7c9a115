import type { LegalDocument } from '../../components/legal-text.tsx';

/** The terms of service in English. */
export const document: LegalDocument = {
  updated: '2026-11-21',
  intro:
    'These terms are the agreement between you and the operator of Tyy portraits (“we”). They hold from the moment you sign in. The privacy policy, which says what happens to your photos, belongs to them.',
  sections: [
    {
      title: 'What the service does',
      paragraphs: [
        'You upload one to five photos of a face, choose a template, and get pictures in its style. The pictures are made by a computer: a likeness is likely, not promised. Photos of babies and of elderly people, and glasses, give results that vary more.',
        'The minutes that the app names are an estimate. When many people make pictures at once, it takes longer.',
      ],
    },
    {
      title: 'Your account',
      paragraphs: [
        'You sign in with a provider you already use. The account is for you alone. Tell us when somebody else got into it; until then we may take what happens in it as yours.',
        'You must be 18 or over, or have the consent of a parent or guardian, who then answers for these terms.',
      ],
    },
    {
      title: 'Photos of other people',
      paragraphs: [
        'Upload photos of yourself, or of somebody who has agreed to it, knowing what they are for. For a child, the parent or guardian decides. If the person changes their mind, delete the photos and the pictures.',
      ],
    },
    {
      title: 'What is not allowed',
      paragraphs: [
        [
          'Making pictures of somebody who has not agreed, or pretending to be somebody else.',
          'Pictures that deceive, defame, harass or threaten, that are sexual, or that harm minors in any way.',
          'Using pictures to pass an identity check, or presenting them as evidence of something that happened.',
          'Breaking a law, or the rights of others, with a photo or a picture.',
          'Attacking the service, getting round its limits, or claiming coins by machine.',
        ],
        'We may refuse photos, remove pictures and close an account that does this. Where it is not serious, we warn first.',
      ],
    },
    {
      title: 'Checking of photos',
      paragraphs: [
        'Before pictures are made, a program checks whether the photos are usable: one face, large, sharp and bright enough. It may be wrong. When photos are refused, the app says which and why, and the coins of the request come back.',
      ],
    },
    {
      title: 'Coins',
      paragraphs: [
        [
          'Coins are a unit for making pictures in this app. They are not money, cannot be exchanged, passed on or paid out, and bear no interest.',
          'The app shows the cost before it spends coins. They are held when a request starts, and come back by themselves when it fails or the photos are refused.',
          'Every change stands in the coin ledger. Bought coins do not expire while the account exists.',
        ],
      ],
    },
    {
      title: 'Buying coins',
      paragraphs: [
        'The price on the button is what you pay, in yuan, with all taxes. The coins are there as soon as the payment provider has confirmed the payment; if that takes longer, nothing is lost, and the order is offered to you again. An order is credited once, even if it was confirmed twice.',
        'You ask for coins to be delivered at once. Where the law gives you a right to withdraw from the purchase, it ends for coins you have spent. If you paid twice, or something else went wrong, write to customer support and we put it right. Your rights by law stay untouched.',
      ],
    },
    {
      title: 'Subscription',
      paragraphs: [
        'With a subscription (VIP), making pictures costs no coins and no banner is shown, until the date that the app names. A plan is paid once and ends by itself; bought while another runs, it adds its days. Plans bought through the store of your phone follow that store’s rules for renewal and refunds. Fair use applies: VIP is for one person, not for machines.',
      ],
    },
    {
      title: 'Ads and rewards',
      paragraphs: [
        'In some apps that contain this service you can watch an ad to the end and get coins for it. The amount and how often a day are shown or limited by the service, and an ad that was skipped earns nothing. Rewards that were got by trickery may be taken back.',
      ],
    },
    {
      title: 'Who owns what',
      paragraphs: [
        'Your photos stay yours. You allow us to store and process them only to make your pictures and show them to you; this permission ends when you delete them. The pictures made of them are yours to use as you like within these terms, privately or in public. The templates, drawings, name and program stay ours; you may use a template only through the service.',
      ],
    },
    {
      title: 'Sharing',
      paragraphs: [
        'You decide whether and where to share a picture. Say that it was made by a computer where somebody could take it for a photograph, and where the law demands it. What others do with a picture that you shared is out of our hands.',
      ],
    },
    {
      title: 'What we answer for',
      paragraphs: [
        'We run the service with care, but not without any interruption. We answer without limit for intent and gross negligence, and for harm to life and health. Otherwise we answer only for the breach of an essential duty, and up to the damage that is typical and foreseeable. Keep pictures that matter to you on your device as well.',
      ],
    },
    {
      title: 'Ending',
      paragraphs: [
        'You may leave at any time: “Delete my account” in Settings removes everything at once. Coins and the rest of a subscription are then lost, except where the law says otherwise. If we end the service, we say so at least 30 days before, and pay back coins that were bought and not used.',
      ],
    },
    {
      title: 'Changes, law and contact',
      paragraphs: [
        'When these terms change in something that matters, the app tells you at least 14 days before. Whoever disagrees may delete the account. The law of the place where the operator has its seat applies, without taking away the protection that the law of your home gives you. Should one sentence not hold, the others do.',
        'Questions and complaints go to customer support:',
      ],
    },
  ],
};
