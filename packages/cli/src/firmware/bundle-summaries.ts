/** What is done with bundles here, without a station. */
export const bundleSummaries = {
  keygen: { summary: 'Make a key pair' },
  build: { summary: 'Pack a bundle' },
  sign: { summary: 'Sign a bundle' },
  inspect: { summary: 'Say what a bundle is' },
  keys: { summary: 'List the trusted keys' },
};
