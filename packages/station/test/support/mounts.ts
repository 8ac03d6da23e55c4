export {
  makeImage,
  mountBound,
  mountImage,
  mountTmpfs,
  needsImages,
  needsMounts,
  pullOut,
  remount,
  unmount,
} from '@stationery/core/testing';
