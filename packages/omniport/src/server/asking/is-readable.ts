/** Whether others can read along on the way to a page: no `https:`, and not on this machine. */
export function isInsecureUrl(url: string): boolean {
  const { protocol, hostname } = new URL(url)
  return protocol === 'http:' && !/^(?:(?:.+\.)?localhost|127\.[\d.]+|\[::1\])$/.test(hostname)
}
