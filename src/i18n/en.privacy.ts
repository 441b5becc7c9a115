import type { LegalDocument } from './legal-document.ts';

/** The privacy policy in English. */
export const document: LegalDocument = {
  updated: '2026-11-22',
  intro:
    'You give us photos of a face. That deserves plain language: this page explains what we collect, why, where it goes, how long we keep it, and how you can delete it. “We” means the operator of Tyy portraits; “you” means the person using it.',
  sections: [
    {
      title: 'In short',
      paragraphs: [
        [
          'We use your photos for one thing: to make the pictures you ask for.',
          'We do not identify anyone by their face, we do not sell photos, and we do not train general models with them.',
          'Photos are deleted automatically after 30 days; pictures stay until you delete them or your account. You can delete both at any time in Settings.',
        ],
      ],
    },
    {
      title: 'What we collect',
      paragraphs: [
        [
          'Photos: the one to five photos you choose. Your device turns them upright and makes them smaller before uploading, which normally removes the details that cameras save in a file, such as the location.',
          'What is derived from them: for each photo, whether it shows exactly one usable face, where that face is, and whether the photo is sharp and bright enough. This is determined when you add photos and while a picture is being made. Numbers that say whether two photos show the same person are compared in memory and kept nowhere. We do not create or keep a faceprint that could recognise you elsewhere.',
          'Pictures: what is made from your photos, with the template, time and status of each request.',
          'Account: the name and picture that your sign-in provider gives us, an account number, your language.',
          'Coins and orders: your balance, every change of it, orders, and the receipts of payments. We never see your card number or payment password.',
          'Technical data: the address and time of each request, its result, your IP address and your type of browser. We use it to keep the service running and to prevent abuse.',
        ],
      ],
    },
    {
      title: 'Photos of faces',
      paragraphs: [
        'A photo of a face is sensitive personal information. We handle it only because you choose it and upload it for this purpose; if you do not want that, you can browse the templates without uploading a photo. You can withdraw your consent at any time by deleting the photos. Pictures made before then remain lawful, and you can delete those too.',
        'If a photo shows someone else, you need their permission first. Only a parent or guardian may upload a photo of a child.',
      ],
    },
    {
      title: 'Where photos and pictures go',
      paragraphs: [
        [
          'Your device uploads the photos directly to cloud storage, to a folder that belongs to your account. The permission to do so is issued to you alone and expires after 15 minutes.',
          'The picture generator reads them from there, checks them, makes the pictures and saves them there too. It runs on our own servers, and no one looks at photos or pictures in the ordinary course of business.',
          'They are shown through signed links that expire. Without the signature, no one can open them.',
        ],
        'Anyone you give such a link to can open the picture until the link expires. Share it only with people who may see it.',
        'A picture becomes public only if you make a public link to it. Anyone who has that link can then see the picture until you stop sharing it or delete the picture; we ask search engines not to list it.',
        'If you take a guided selfie, your device looks at what the camera sees, and nothing of it leaves the device but the photo that you take.',
      ],
    },
    {
      title: 'Why we may do this',
      paragraphs: [
        [
          'To make pictures, maintain your account and deliver what you bought: because our contract with you requires it, and, for faces, because you have given your consent.',
          'To prevent fraud and keep the service safe: because we have a legitimate interest in doing so.',
          'To keep payment records where the law requires it.',
        ],
      ],
    },
    {
      title: 'Who else is involved',
      paragraphs: [
        [
          'Your sign-in provider confirms who you are. It learns that you use the app, not what you make.',
          'The payment provider or the store of your phone handles payments and tells us whether one succeeded.',
          'Where the app shows ads, they come from the advertising network of the app around it. We send that network neither photos nor pictures.',
          'The company that hosts our servers and storage acts only on our instructions.',
        ],
        'We disclose data to authorities only where the law requires it, and only as much as it requires.',
      ],
    },
    {
      title: 'How long we keep it',
      paragraphs: [
        [
          'Photos: at most 30 days after their upload. Pictures: until you delete them, or your account.',
          'The permission to upload: 15 minutes. Your session: 90 days, or until you log out.',
          'Account, coins and ledger: until you delete the account.',
          'After that, we keep only a scrambled code derived from your sign-in, which cannot be turned back into your name, so that welcome coins are given only once. We keep it for as long as we offer them.',
          'Technical logs: at most 30 days.',
          'Payment records that we or the payment provider must keep by law: for as long as the law requires, and for no other purpose.',
        ],
      ],
    },
    {
      title: 'What stays on your device',
      paragraphs: [
        'So that the app opens quickly and loses nothing, your device keeps your session, the draft you are working on, an unfinished order, and template pictures. Logging out removes everything of yours; “Clear cache” in Settings removes the rest. There are no tracking cookies.',
      ],
    },
    {
      title: 'Deleting and your other rights',
      paragraphs: [
        [
          'One picture: open it and choose Delete.',
          'All photos and pictures: Settings, “Delete all photos and pictures”. They are removed from storage and from the database, not just hidden.',
          'Everything: Settings, “Delete my account”. Your coins and any active subscription are lost as well.',
        ],
        'You may also ask what data we hold about you, have it corrected, get a copy, object to its use, and complain to the data protection authority where you live. Write to customer support; we reply within 30 days.',
      ],
    },
    {
      title: 'Security',
      paragraphs: [
        'Connections are encrypted. Sessions are kept as hashes, so that a stolen database opens no account. Each account can access only its own photos, pictures and orders. If a security incident puts you at risk, we will notify you and the authorities without delay.',
      ],
    },
    {
      title: 'Children',
      paragraphs: [
        'The service is intended for people aged 18 and over. Anyone younger may use it only with the consent of a parent or guardian. If we learn that photos of a child were uploaded without that consent, we delete them.',
      ],
    },
    {
      title: 'Changes and contact',
      paragraphs: [
        'If we make an important change to this policy, the app tells you before it takes effect, and asks for your consent again where that is needed. The date above is the date of the last change.',
        'For any question about your data, write to customer support:',
      ],
    },
  ],
};
