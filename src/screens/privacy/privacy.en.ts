import type { LegalDocument } from '../../components/legal-text.tsx';

/** The privacy policy in English. */
export const document: LegalDocument = {
  updated: '2026-11-21',
  intro:
    'You give us photos of a face. That deserves plain words: this page says what we take, why, where it goes, how long it stays, and how you get rid of it. “We” is the operator of Tyy portraits; “you” is whoever uses it.',
  sections: [
    {
      title: 'In short',
      paragraphs: [
        [
          'We use your photos for one thing: to make the pictures you ask for.',
          'We do not identify anybody by their face, we do not sell photos, and we do not train general models with them.',
          'Photos go by themselves after 30 days; pictures stay until you delete them or your account. You can delete both earlier yourself, in Settings.',
        ],
      ],
    },
    {
      title: 'What we handle',
      paragraphs: [
        [
          'Photos: the one to five photos that you choose. Your device turns them upright and makes them smaller before they are sent, and the details that cameras write into a file, such as the place, are normally lost on the way.',
          'What is derived from them: for each photo, whether it shows exactly one usable face, where that face is, and whether the photo is sharp and bright enough. This is worked out while a picture is made. We do not build or keep a face print that could recognise you elsewhere.',
          'Pictures: what is made of your photos, with the template, the time and the state of each request.',
          'Account: the name and picture that your sign-in provider gives us, an account number, your language.',
          'Coins and orders: your balance, every change of it, orders, and the receipts of payments. We never see the number of your card or your payment password.',
          'Technical data: the address and time of a request, its result, your IP address and the kind of browser. They keep the service running and stop abuse.',
        ],
      ],
    },
    {
      title: 'Photos of faces',
      paragraphs: [
        'A photo of a face is sensitive personal information. We handle it only because you choose it and upload it for this purpose; whoever does not want that can look at the templates without giving a photo. You withdraw your consent by deleting the photos. What was made before stays lawful, and you can delete that too.',
        'If a photo shows somebody else, you need their permission first. A photo of a child may only be given by a parent or guardian.',
      ],
    },
    {
      title: 'Where photos and pictures go',
      paragraphs: [
        [
          'Your device puts the photos straight into an object store, in a folder that belongs to your account. The permission to do so is made for you alone and ends after 15 minutes.',
          'The picture generator reads them from there, checks them, makes the pictures and puts these beside them. It runs on our own servers, and no person looks at photos or pictures in the ordinary course of things.',
          'They are shown through addresses that are signed and expire. Without the sign nobody can open them.',
        ],
        'Whoever gets such an address from you can open the picture until the address expires. Share it only with people who may see it.',
      ],
    },
    {
      title: 'Why we may do this',
      paragraphs: [
        [
          'To make pictures, keep your account and deliver what you bought: because it is needed for the contract between us, and for faces because of your consent.',
          'To prevent fraud and keep the service safe: because of our legitimate interest in that.',
          'To keep records of payments where the law tells us to.',
        ],
      ],
    },
    {
      title: 'Who else takes part',
      paragraphs: [
        [
          'Your sign-in provider confirms who you are. It learns that you use the app, not what you make.',
          'The payment provider or the store of your phone handles payments and tells us whether one succeeded.',
          'Where the app shows ads, the advertising network of the app that contains it shows them. We send it neither photos nor pictures.',
          'The company that runs our servers and the object store works on our instructions only.',
        ],
        'We hand data to authorities only where a law obliges us, and only as much as it demands.',
      ],
    },
    {
      title: 'How long it stays',
      paragraphs: [
        [
          'Photos: at most 30 days after their upload. Pictures: until you delete them, or your account.',
          'The permission to upload: 15 minutes. Your session: 90 days, or until you log out.',
          'Account, coins and ledger: until you delete the account.',
          'After that only a scrambled code of your sign-in stays, which cannot be turned back into your name, so that the welcome coins are given once. It stays for as long as we give them.',
          'Technical logs: at most 30 days.',
          'Payment records that a law obliges us or the payment provider to keep: as long as that law says, and for nothing else.',
        ],
      ],
    },
    {
      title: 'What stays on your device',
      paragraphs: [
        'So that the app opens quickly and loses nothing, your device keeps your session, the draft you are working on, an unfinished order, and template pictures. Logging out removes all that is yours; “Clear cache” in Settings removes the rest. There are no tracking cookies.',
      ],
    },
    {
      title: 'Deleting and your other rights',
      paragraphs: [
        [
          'One picture: open it and choose Delete.',
          'All photos and pictures: Settings, “Delete all photos and pictures”. They are removed from the object store and from the database, not hidden.',
          'Everything: Settings, “Delete my account”. Coins and a running subscription go as well.',
        ],
        'You may also ask what we hold about you, have it corrected, get a copy, object, and complain to the data protection authority where you live. Write to customer support; we answer within 30 days.',
      ],
    },
    {
      title: 'Safety',
      paragraphs: [
        'Connections are encrypted. Sessions are kept as hashes, so that a stolen database opens no account. Each account reaches its own photos, pictures and orders only. Should something go wrong that puts you at risk, we tell you and the authorities without delay.',
      ],
    },
    {
      title: 'Children',
      paragraphs: [
        'The service is meant for people of 18 years and over. Whoever is younger uses it only with the consent of a parent or guardian. If we learn that photos of a child came without that consent, we delete them.',
      ],
    },
    {
      title: 'Changes and contact',
      paragraphs: [
        'When this policy changes in something that matters, the app says so before the change counts, and where your consent is needed it asks again. The date above is the day of the last change.',
        'For any question about your data, write to customer support:',
      ],
    },
  ],
};
