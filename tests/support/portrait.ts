/** NASA's photo of Eileen Collins, public domain. */
export const portrait = 'tests/testdata/astronaut.png';
