/** The host of a URL as it may stand in a message: whole if it can be a name, else its beginning. */
export function formatHost({ host }: URL): string {
  return host.length <= maxLength ? host : `${host.slice(0, maxLength)}…`
}

/** A name of 253 characters is the longest that DNS has. */
const maxLength = 253
