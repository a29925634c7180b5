import type { CheckedCsp } from './check-csp.js'

/**
 * The Content-Security-Policy of a view: it denies what is not declared. Scripts and styles are inline or from
 * `resourceDomains`; the origin of the sandbox itself gives nothing.
 *
 * The page of the sandbox holds the text of this function, so it may use nothing from outside. spec: apps#host-behavior
 */
export function toPolicy({ connectDomains, resourceDomains, frameDomains, baseUriDomains }: CheckedCsp['csp']): string {
  const sources = (...list: readonly string[]) => (list.length === 0 ? "'none'" : list.join(' '))
  return [
    "default-src 'none'",
    `script-src ${sources("'unsafe-inline'", ...resourceDomains)}`,
    `style-src ${sources("'unsafe-inline'", ...resourceDomains)}`,
    `img-src ${sources('data:', ...resourceDomains)}`,
    `media-src ${sources('data:', ...resourceDomains)}`,
    `font-src ${sources(...resourceDomains)}`,
    `connect-src ${sources(...connectDomains)}`,
    `frame-src ${sources(...frameDomains)}`,
    `base-uri ${baseUriDomains.length === 0 ? "'self'" : baseUriDomains.join(' ')}`,
    "object-src 'none'",
    "form-action 'none'",
  ].join('; ')
}
