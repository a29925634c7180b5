import { truncate } from '../../../values/text/truncate.js'
import { isSecretName } from '../../audit/is-secret-name.js'
import type { Launch } from '../../servers/settings/launch.js'
import { quoteCommand } from '../descriptions/quote-command.js'
import { visibleText } from '../descriptions/visible-text.js'
import type { ConsentRequest } from './consent-request.js'
import { redactUrl } from './redact-url.js'
import { webOrigin } from './web-origin.js'

/**
 * Names the subject of a request, for people: a tool, a command, the origin of a page. It is stored, so it is one line of at
 * most 1,000 characters, with `***` for values with secret names.
 */
export function subjectOf(request: ConsentRequest): string {
  return truncate(visibleText(textOf(request)), subjectLength)
}

const subjectLength = 1_000

function textOf(request: ConsentRequest): string {
  switch (request.type) {
    case 'start':
      return textOfLaunch(request.launch)
    case 'call':
      return request.tool.tool
    case 'sample':
      return request.result === undefined ? 'prompt' : 'answer'
    case 'elicit':
      return request.url === undefined ? 'form' : (webOrigin(request.url) ?? request.url)
    case 'roots':
      return request.roots.map(({ uri }) => uri).join(' ')
    case 'skill':
      return request.skill.uri
    case 'app':
      return request.app.uri
  }
}

function textOfLaunch(launch: Launch): string {
  if (launch.type === 'command') return quoteCommand(redactFlags([launch.command, ...launch.args]))
  return launch.type === 'url' ? redactUrl(launch.url) : 'program'
}

/** Replaces the values of flags with secret names by `***`: in `--token=x`, and after `--token`. */
function redactFlags(words: readonly string[]): readonly string[] {
  return words.map((word, index) => {
    const [, flag = '', name = ''] = /^(--?([\w-]+)=)./s.exec(word) ?? []
    if (isSecretName(name)) return `${flag}***`
    const before = words[index - 1] ?? ''
    const isValue = /^--?[\w-]+$/.test(before) && isSecretName(before) && !word.startsWith('-')
    return isValue ? '***' : word
  })
}
