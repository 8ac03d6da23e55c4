/**
 * Returns the port of a listening server.
 *
 * @param {import('node:net').Server} server
 */
export const portOf = (server) => /** @type {import('node:net').AddressInfo} */ (server.address()).port;
