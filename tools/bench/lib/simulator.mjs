// Runs a simulated machine that moves instantly:  simulator.mjs <driver> <path>
import { families, plugSimulator } from '@stationery/plotter';

const [name, path] = process.argv.slice(2);
await plugSimulator({ plotter: families[name].simulator({ speedFactor: 0 }), path });
console.log('ready');
