/** Allows the service to use pcscd. Since Debian 13, polkit allows only users logged in at the machine. */
export function polkitRule(user: string): string {
  return `// The station reads tags through pcscd, and has a user of its own.
polkit.addRule(function (action, subject) {
  if (action.id.indexOf("org.debian.pcsc-lite.access_") === 0 && subject.user === ${JSON.stringify(user)}) {
    return polkit.Result.YES;
  }
});
`;
}
