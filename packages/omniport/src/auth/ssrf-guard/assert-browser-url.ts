import { isWebUrl } from '../../protocol/input/is-web-url.js'
import { AddressRefusal } from './address-refusal.js'
import { formatHost } from './format-host.js'
import type { GuardRules } from './guard-options.js'
import { isLoopbackHost } from './is-loopback-host.js'

/**
 * Checks a URL for the browser: `https:`, or `http:` on this machine if `allowLoopback` is true; without credentials, spaces
 * and control characters, of at most 8 KiB. Open the `href` of the returned URL, without a shell.
 *
 * spec: security_best_practices#oauth-authorization-url-validation
 *
 * @throws OmniportError `unreachable` that names the broken rule.
 */
export function assertBrowserUrl(text: string, { allowLoopback }: Pick<GuardRules, 'allowLoopback'> = {}): URL {
  if (text.length > maxLength)
    throw new AddressRefusal(`an address for the browser is longer than ${maxLength} characters`)
  if (!isWebUrl(text)) {
    throw new AddressRefusal(
      'an address for the browser is not an https: URL, or has credentials, spaces or control characters in it',
    )
  }
  const url = new URL(text)
  if (url.href.length > maxLength)
    throw new AddressRefusal(`an address for the browser is longer than ${maxLength} characters`)
  const isAllowed = url.protocol === 'https:' || (allowLoopback === true && isLoopbackHost(url.hostname))
  if (!isAllowed) throw new AddressRefusal(`${formatHost(url)} would be opened over http:, not https:`)
  return url
}

const maxLength = 8192
