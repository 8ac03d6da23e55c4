/** Where the machine is and how its pen is, as far as that is known. */
export interface MachinePosition {
  position: { x: number; y: number } | null;
  pen: 'up' | 'down' | null;
}
