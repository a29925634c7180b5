/** Formats the host of a URL for a message, cut to the length of a DNS name. */
export function formatHost({ host }: URL): string {
  return host.length <= maxLength ? host : `${host.slice(0, maxLength)}…`
}

const maxLength = 253
