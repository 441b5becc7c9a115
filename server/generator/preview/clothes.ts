/** Clothes for the drawn person: what lies behind the neck and what lies over the body. The eyes are at 0, 0 and 100 apart. */
export interface Clothes {
  behind: string;
  over: string;
}

/** Colours of the clothes and of the skin below them. */
export interface Cloth {
  main: string;
  dark: string;
  accent: string;
  skin: string;
}

type DrawClothes = (cloth: Cloth) => Clothes;

const BODY =
  'M-50 172C-80 208 -148 210 -186 250C-224 292 -240 410 -254 760H254C240 410 224 292 186 250C148 210 80 208 50 172C32 214 -32 214 -50 172Z';
const FOLDS = 'M-150 330C-140 420 -142 520 -152 640M150 330C140 420 142 520 152 640';

const body = ({ main, dark }: Cloth) =>
  `<path d="${BODY}" fill="${main}"/>` +
  `<path d="${FOLDS}" stroke="${dark}" stroke-width="7" fill="none" stroke-linecap="round" opacity=".6"/>`;

const roundNeck: DrawClothes = cloth => ({
  behind: '',
  over:
    body(cloth) +
    `<path d="M-58 170C-36 222 36 222 58 170" stroke="${cloth.dark}" stroke-width="12" fill="none" stroke-linecap="round"/>`,
});

const openNeck: DrawClothes = cloth => ({
  behind: '',
  over:
    body(cloth) +
    `<path d="M-56 166C-44 220 -16 262 0 286C16 262 44 220 56 166C34 214 -34 214 -56 166Z" fill="${cloth.skin}"/>` +
    `<path d="M-60 168C-46 222 -18 266 0 292C18 266 46 222 60 168" stroke="${cloth.dark}" stroke-width="9" fill="none" stroke-linejoin="round" stroke-linecap="round"/>`,
});

const rollNeck: DrawClothes = cloth => ({
  behind: '',
  over:
    body(cloth) +
    `<path d="M-54 124C-30 146 30 146 54 124L62 190C36 220 -36 220 -62 190Z" fill="${cloth.main}"/>` +
    `<path d="M-60 186C-34 216 34 216 60 186M-54 128C-30 148 30 148 54 128" stroke="${cloth.dark}" stroke-width="6" fill="none" stroke-linecap="round"/>`,
});

const shirt: DrawClothes = cloth => ({
  behind: '',
  over:
    body(cloth) +
    `<path d="M0 226V760" stroke="${cloth.dark}" stroke-width="6"/>` +
    [290, 370, 450, 530].map(y => `<circle cx="12" cy="${y}" r="5" fill="${cloth.dark}"/>`).join('') +
    `<path d="M-60 150L-4 226L-52 272L-92 186Z M60 150L4 226L52 272L92 186Z" fill="${cloth.accent}"/>` +
    `<path d="M-4 226L-52 272L-92 186M4 226L52 272L92 186" stroke="${cloth.dark}" stroke-width="4" fill="none" stroke-linejoin="round"/>`,
});

const hoodie: DrawClothes = cloth => ({
  behind: `<path d="M-128 210C-130 130 -80 96 0 96C80 96 130 130 128 210Z" fill="${cloth.dark}"/>`,
  over:
    body(cloth) +
    `<path d="M-58 160C-104 168 -140 190 -128 226C-96 262 -34 258 0 252C34 258 96 262 128 226C140 190 104 168 58 160C36 216 -36 216 -58 160Z" fill="${cloth.main}"/>` +
    `<path d="M-128 226C-96 262 -34 258 0 252C34 258 96 262 128 226" stroke="${cloth.dark}" stroke-width="6" fill="none" stroke-linecap="round"/>` +
    `<path d="M-30 250V352M30 250V344" stroke="${cloth.accent}" stroke-width="7" stroke-linecap="round"/>`,
});

const jacket: DrawClothes = cloth => ({
  behind: '',
  over:
    body(cloth) +
    `<path d="M-60 164C-40 214 40 214 60 164L84 300L36 760H-36L-84 300Z" fill="${cloth.accent}"/>` +
    `<path d="M-58 162L-128 206L-104 320L-34 760M58 162L128 206L104 320L34 760" stroke="${cloth.dark}" stroke-width="9" fill="none" stroke-linejoin="round"/>` +
    `<path d="M-58 160L-130 204L-108 322L-62 340Z M58 160L130 204L108 322L62 340Z" fill="${cloth.main}"/>`,
});

const straps: DrawClothes = cloth => ({
  behind: '',
  over:
    `<path d="${BODY}" fill="${cloth.skin}"/>` +
    `<path d="M-108 212L-96 312C-56 344 56 344 96 312L108 212H128C134 270 150 330 164 370L186 760H-186L-164 370C-150 330 -134 270 -128 212Z" fill="${cloth.main}"/>` +
    `<path d="M-96 312C-56 344 56 344 96 312" stroke="${cloth.dark}" stroke-width="6" fill="none" stroke-linecap="round"/>`,
});

/** The clothes that previews choose from. */
export const wardrobe: DrawClothes[] = [roundNeck, jacket, rollNeck, openNeck, hoodie, shirt, straps];
