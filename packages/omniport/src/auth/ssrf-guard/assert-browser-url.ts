import { isWebUrl } from '../../protocol/input/is-web-url.js'
import { AddressRefusal } from './address-refusal.js'
import { formatHost } from './format-host.js'
import type { GuardRules } from './guard-options.js'
import { isLoopbackHost } from './is-loopback-host.js'

/**
 * What a person may be sent to in a browser: `https:`, or `http:` on this machine where `allowLoopback` is true; without
 * credentials, spaces and control characters, of at most 8 KiB. Open the `href` of what is given back, and without a shell.
 *
 * spec: security_best_practices#oauth-authorization-url-validation
 *
 * @throws OmniportError `unreachable` that says which rule it breaks.
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
