/** Whether an address is this machine's own, which nobody else can reach. */
export function isLoopback(address: string): boolean {
  return address === '::1' || /^(?:::ffff:)?127\./.test(address);
}
