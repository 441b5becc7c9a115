type HairCut = 'bob' | 'short' | 'bun' | 'curls' | 'long' | 'scarf';

/** The hair behind the head, drawn first. */
const behind: Record<HairCut, string> = {
  bob: 'M42 116C34 66 42 28 80 28s46 38 38 88c-8 7-68 7-76 0Z',
  short: '',
  bun: 'M64 30a16 15 0 1 1 32 0 16 15 0 0 1-32 0Z',
  curls:
    'M44 98a15 15 0 0 1-8-24 16 16 0 0 1 8-26 18 18 0 0 1 20-20 20 20 0 0 1 32 0 18 18 0 0 1 20 20 16 16 0 0 1 8 26 15 15 0 0 1-8 24Z',
  long: 'M36 148c2-30-8-120 44-120s42 90 44 120Z',
  scarf: 'M32 138c6-30 0-112 48-112s42 82 48 112c-22 18-74 18-96 0Z',
};

/** The hair around the forehead, drawn over the face. */
const over: Record<HairCut, string> = {
  bob: 'M80 42C62 46 52 60 48 92 42 66 44 32 80 32s38 34 32 60c-4-32-14-46-32-50Z',
  short:
    'M47 84C41 50 54 30 80 29c28-1 39 22 33 55-3-4-5-12-7-20-10 1-24-2-33-10-5 7-14 8-19 12-3 5-4 13-7 18Z',
  bun: 'M47 86C43 50 58 34 80 34s37 16 33 52c-5-20-15-31-33-31S52 66 47 86Z',
  curls:
    'M48 80c-3-6-2-12 2-16 0-8 6-13 12-13 4-5 12-6 18-3 6-3 14-2 18 3 6 0 12 5 12 13 4 4 5 10 2 16l6-12-4-22-18-12H62L46 46l-4 22Z',
  long: 'M96 40C84 56 58 54 48 92 42 58 50 31 82 31c30 0 36 34 30 61-3-24-6-40-16-52Z',
  scarf:
    'M80 46c-20 0-30 14-30 34 0 22 14 38 30 38s30-16 30-38c0-20-10-34-30-34Zm0-12c24 0 38 18 38 44 0 30-16 52-38 52S42 108 42 78c0-26 14-44 38-44Z',
};

type Skin = 'light' | 'tan' | 'deep';
type Look = 'smile' | 'calm' | 'laugh' | 'wonder';

interface Person {
  skin: Skin;
  cut: HairCut;
  hair?: string;
  cloth?: string;
  look?: Look;
  /** Direction of the gaze, from -1 (left edge) to 1 (right edge). */
  turn?: number;
}

const skins: Record<Skin, { light: string; shade: string }> = {
  light: { light: 'var(--drawing-skin)', shade: 'var(--drawing-skin-shade)' },
  tan: { light: 'var(--drawing-skin-tan)', shade: 'var(--drawing-skin-tan-shade)' },
  deep: { light: 'var(--drawing-skin-deep)', shade: 'var(--drawing-skin-deep-shade)' },
};

/** Head and shoulders on the 160 × 160 grid; the face is between x = 50 and 110. Most drawings of people use it. */
export function Portrait(person: Person) {
  const { skin, cut, look = 'smile', turn = 0 } = person;
  const hair = person.hair ?? 'var(--drawing-hair)';
  const cloth = person.cloth ?? 'var(--drawing-cloth)';
  const { light, shade } = skins[skin];
  const ears = cut === 'short' || cut === 'bun';

  return (
    <>
      <path d={behind[cut]} fill={hair} />
      <path d="M67 98h26v28c0 12-26 12-26 0Z" fill={shade} />
      <path d="M8 164c2-24 26-32 58-39 6 11 22 11 28 0 32 7 56 15 58 39Z" fill={cloth} />
      {ears && turn < 0.5 && <ellipse cx="49" cy="84" rx="6" ry="8" fill={shade} />}
      {ears && turn > -0.5 && <ellipse cx="111" cy="84" rx="6" ry="8" fill={shade} />}
      <path d="M50 76c0-22 12-36 30-36s30 14 30 36c0 24-13 41-30 41S50 100 50 76Z" fill={light} />
      <Features look={look} turn={turn} shade={shade} />
      <path d={over[cut]} fill={hair} fillRule="evenodd" />
    </>
  );
}

function Features({ look, turn, shade }: { look: Look; turn: number; shade: string }) {
  const squeeze = 1 - Math.abs(turn) * 0.18;
  const move = `translate(${80 + turn * 11} 0) scale(${squeeze} 1) translate(-80 0)`;

  return (
    <g transform={move} stroke="var(--drawing-ink)" strokeWidth="3">
      <g fill="var(--drawing-accent)" stroke="none" opacity="0.22">
        <ellipse cx="61" cy="96" rx="7" ry="5" />
        <ellipse cx="99" cy="96" rx="7" ry="5" />
      </g>
      <path d={`M80 83c${turn < 0 ? '-4' : '4'} 6 ${turn < 0 ? '-4' : '4'} 11 -1 11`} stroke={shade} />
      {look === 'laugh' ? (
        <path d="M63 84q5-7 10 0M87 84q5-7 10 0" />
      ) : (
        <g fill="var(--drawing-ink)" stroke="none">
          <ellipse cx="68" cy="82" rx="3.4" ry="4.2" />
          <ellipse cx="92" cy="82" rx="3.4" ry="4.2" />
        </g>
      )}
      <path
        d={look === 'wonder' ? 'M62 68q6-5 12-1M86 67q6-4 12 1' : 'M61 72q6-5 13-2M86 70q7-3 13 2'}
        strokeWidth="2.6"
      />
      <Mouth look={look} />
    </g>
  );
}

function Mouth({ look }: { look: Look }) {
  if (look === 'calm') return <path d="M73 104.5h14" />;
  if (look === 'wonder')
    return <ellipse cx="80" cy="105" rx="4.5" ry="5.5" fill="var(--drawing-ink)" stroke="none" />;
  if (look === 'laugh') {
    return (
      <>
        <path d="M69 99.5h22c0 8-5 12-11 12s-11-4-11-12Z" fill="var(--drawing-ink)" stroke="none" />
        <path d="M71.5 99.5h17c0 5-17 5-17 0Z" fill="var(--drawing-paper)" stroke="none" />
      </>
    );
  }
  return <path d="M70 102q10 8.5 20 0" />;
}
