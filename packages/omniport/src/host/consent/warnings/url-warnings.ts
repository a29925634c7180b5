import { isLoopbackHost } from '../../../auth/ssrf-guard/is-loopback-host.js'
import { rangeOfHost } from '../../../auth/ssrf-guard/range-of-host.js'
import { parseUrl } from '../../../values/text/parse-url.js'

/** Warns about suspicious parts of a URL. Nothing is looked up. spec: client/elicitation#safe-url-handling */
export function urlWarnings(text: string): readonly string[] {
  const url = parseUrl(text)
  if (url === undefined) return ['This is not a valid URL.']
  return rules.flatMap((rule) => rule(url, text) ?? [])
}

type Rule = (url: URL, text: string) => string | undefined

const rules: readonly Rule[] = [
  ({ protocol }) => (isWeb(protocol) ? undefined : `It is not a web page: it begins with ${protocol}`),
  ({ protocol, hostname }) =>
    protocol === 'http:' && !isLoopbackHost(hostname)
      ? 'It is not encrypted (http:): others on the way can read and change everything.'
      : undefined,
  ({ username, password, host }) =>
    username === '' && password === ''
      ? undefined
      : `The text before the @ is not the site, though it may look like one. The URL leads to ${host}`,
  ({ hostname }) =>
    hostname.split('.').some((label) => label.startsWith('xn--'))
      ? `The name of the site has letters of other alphabets, and may only look like one that you know: ${hostname}`
      : undefined,
  (_, text) => (isMixed(hostAsWritten(text)) ? 'The name of the site mixes letters of several alphabets.' : undefined),
  ({ hostname }) => (isAddress(hostname) ? addressWarning(hostname) : undefined),
  ({ hostname }) =>
    !isAddress(hostname) && isLoopbackHost(hostname) ? 'It leads to a program on this machine.' : undefined,
  (_, text) =>
    /[\s\p{C}\p{Default_Ignorable_Code_Point}\\]/u.test(text)
      ? 'It has spaces, backslashes or characters that cannot be seen, which browsers read in other ways than people.'
      : undefined,
]

function isWeb(protocol: string): boolean {
  return protocol === 'https:' || protocol === 'http:'
}

/** True for an IP address; `URL` normalises every spelling of one. */
function isAddress(hostname: string): boolean {
  return hostname.startsWith('[') || /^\d+\.\d+\.\d+\.\d+$/.test(hostname)
}

function addressWarning(hostname: string): string {
  const range = rangeOfHost(hostname)
  return `The site has an IP address instead of a name: ${range === undefined ? hostname : `${hostname}, ${range.name}`}`
}

/** The host as written, before Punycode. */
function hostAsWritten(text: string): string {
  const [, authority = ''] = /^[a-z][a-z0-9+.-]*:[/\\]*([^/\\?#]*)/i.exec(text) ?? []
  return authority.slice(authority.lastIndexOf('@') + 1)
}

/** True if a label mixes alphabets whose letters look alike. */
function isMixed(host: string): boolean {
  return host.split('.').some((label) => scripts.filter((script) => script.test(label)).length > 1)
}

const scripts = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Cherokee}/u,
]
