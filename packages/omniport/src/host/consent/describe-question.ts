import { clip } from '../../jsonrpc/clip.js'
import { describeCall } from './describe-call.js'
import { describeElicit } from './describe-elicit.js'
import { describeSample } from './describe-sample.js'
import { describeStart } from './describe-start.js'
import type { Description } from './description.js'
import { ours, untrusted } from './description-lines.js'
import type { Question, RootsQuestion } from './question.js'
import { visibleText } from './visible-text.js'

/**
 * What a person has to see before they answer a question, in words: all of it, whatever its length.
 *
 * spec: security_best_practices#local-mcp-server-compromise, client/elicitation#safe-url-handling,
 * client/sampling#user-interaction-model, server/tools#user-interaction-model
 */
export function describeQuestion(question: Question): Description {
  const { title, lines, warnings } = describe(question, clip(visibleText(question.server)))
  return {
    title,
    lines: [...ours('Server', question.server), ...lines],
    warnings: warnings.map(visibleText),
  }
}

function describe(question: Question, server: string): Description {
  switch (question.type) {
    case 'start':
      return describeStart(question, server)
    case 'call':
      return describeCall(question, server)
    case 'sample':
      return describeSample(question, server)
    case 'elicit':
      return describeElicit(question, server)
    case 'roots':
      return describeRoots(question, server)
  }
}

/** spec: client/roots#security-considerations */
function describeRoots({ roots }: RootsQuestion, server: string): Description {
  return {
    title: `Tell ${server} which folders it may work in?`,
    lines:
      roots.length === 0
        ? ours('Folders', 'none')
        : roots.flatMap(({ uri, name }) => [
            ...ours('Folder', uri),
            ...(name === undefined ? [] : untrusted('Name', name)),
          ]),
    warnings: [],
  }
}
