import { testSeed } from '@stationery/core/testing';
import fc from 'fast-check';

fc.configureGlobal({ seed: testSeed });
