import { describeJobs } from '../../drivers/jobs.ts';
import { simulatedMachines } from '../../drivers/machines.ts';

describeJobs(simulatedMachines);
