import type { AppConsent } from '../requests/consent-request.js'
import type { Description, DescriptionLine } from './description.js'
import { trusted, untrusted } from './description-lines.js'

/** Describes the showing of an app, with everything that its page may reach. spec: SEP-1865#security-implications */
export function describeApp({ tool, app }: AppConsent, server: string): Description {
  const { uri, bytes, csp = {}, permissions = {}, domain } = app
  const { connectDomains = [], resourceDomains = [], frameDomains = [], baseUriDomains = [] } = csp
  const asked = Object.keys(permissions)
  return {
    title: `Show a user interface of ${server}?`,
    lines: [
      ...untrusted('Tool', tool.tool),
      ...untrusted('Page', `${uri} (${bytes} bytes)`),
      ...listed('It connects to', connectDomains),
      ...listed('It loads scripts, styles, images and fonts from', resourceDomains),
      ...listed('It shows pages of', frameDomains),
      ...listed('Its links are relative to', baseUriDomains),
      ...(asked.length === 0 ? [] : trusted('It asks for', asked.map((name) => features[name] ?? name).join(', '))),
      ...(domain === undefined ? [] : untrusted('It wants the origin', domain)),
    ],
    warnings: [
      ...([...connectDomains, ...resourceDomains, ...frameDomains].length > 0 ? [reaches] : []),
      ...(resourceDomains.length > 0 ? [runs] : []),
    ],
  }
}

const reaches = 'The page can send what it is shown, and what is typed into it, to these addresses.'
const runs = 'The page may run scripts of these addresses, which can change without notice.'

const features: Readonly<Record<string, string>> = {
  camera: 'the camera',
  microphone: 'the microphone',
  geolocation: 'the location',
  clipboardWrite: 'writing to the clipboard',
}

function listed(label: string, domains: readonly string[]): readonly DescriptionLine[] {
  return domains.length === 0 ? [] : untrusted(label, domains.join(' '))
}
