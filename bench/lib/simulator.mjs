// A simulated machine at a path, which moves at once:  simulator.mjs <driver> <path>
import { driverKind, plugSimulator } from '@stationery/plotter';

const [name, path] = process.argv.slice(2);
await plugSimulator({ plotter: driverKind(name).simulator({ speedFactor: 0 }), path });
console.log('ready');
