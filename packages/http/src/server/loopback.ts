/** Whether an address is this machine's own, which no other machine can reach. */
export function isLoopback(address: string): boolean {
  return address === '::1' || /^(?:::ffff:)?127\./.test(address);
}
