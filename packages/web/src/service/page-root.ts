/** Base URL of the service. A proxy can serve it below a path, as Home Assistant does. */
export const pageRoot = new URL('.', location.href).href;
