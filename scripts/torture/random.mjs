// Seeded random numbers of the tests.
export { Random } from '../../packages/core/dist/testing/random.js';
