import { describeLossyJobs } from '../../drivers/lossy-jobs.ts';
import { simulatedMachines } from '../../drivers/machines.ts';

describeLossyJobs(simulatedMachines);
