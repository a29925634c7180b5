import type { HttpOptions } from '../../entries/http.js'

/** The names that a server answers to: those of this machine, and what `--allowed-host` gave. */
export function allowedHostsOf(names: readonly string[] | undefined): Pick<HttpOptions, 'allowedHosts'> {
  return names === undefined ? {} : { allowedHosts: ['localhost', '127.0.0.1', '[::1]', ...names] }
}
