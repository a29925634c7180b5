import type { ElicitUrlQuestion } from '../../../entries/client.js'
import type { ElicitAction } from '../../../entries/protocol.js'
import { parseUrl } from '../../../values/text/parse-url.js'
import { formatLine } from '../../output/format-line.js'
import type { Prompts } from '../screen/prompts.js'
import { marked } from '../screen/wrap-marked.js'

export type ServerUrlElicitation = ElicitUrlQuestion & { readonly server: string }

/**
 * Shows the whole URL, and its domain on a separate line. The user opens it; this program never opens or fetches it.
 *
 * spec: client/elicitation#safe-url-handling
 */
export async function showUrlElicitation(
  prompts: Prompts,
  { server, message, url }: ServerUrlElicitation,
): Promise<ElicitAction> {
  const summary = summarizeUrl(url)
  await prompts.note(`The server ${server} asks you to open a page`, `${marked(message)}\n\nDomain: ${summary.host}`)
  // Outside a box, so that the URL can be copied as a whole.
  await prompts.print('plain', summary.address)
  for (const warning of summary.warnings) await prompts.print('warning', warning)
  if (summary.isRefused) return 'decline'
  const chosen = await prompts.select<ElicitAction>({
    message: `Open ${summary.host} in your browser if you trust it. This program does not see what you do there.`,
    options: [
      { value: 'accept', label: 'I opened it' },
      { value: 'decline', label: 'No', hint: 'the server is told that you do not want to' },
    ],
    initial: 'decline',
  })
  return chosen ?? 'cancel'
}

interface UrlSummary {
  readonly host: string
  /** Always one line. */
  readonly address: string
  readonly warnings: readonly string[]
  readonly isRefused?: true
}

function summarizeUrl(text: string): UrlSummary {
  const url = parseUrl(text)
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    return {
      host: '(none)',
      address: formatLine(text),
      warnings: ['This is not the address of a web page; it is declined.'],
      isRefused: true,
    }
  }
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  const warnings = [
    ...(url.protocol === 'http:' && !isHere ? ['The address is not encrypted (http): others can read along.'] : []),
    ...(/(^|\.)xn--/.test(url.hostname) ? ['The domain has letters that may look like those of another.'] : []),
    ...(url.username === '' && url.password === '' ? [] : ['The part before the @ is not the domain.']),
  ]
  return { host: url.host, address: url.href, warnings }
}
