// The random numbers of the tests: a seed decides all of them.
export { Random } from '../../packages/core/dist/testing/random.js';
