import { digestOfJson } from '../../jsonrpc/digest-of-json.js'
import type { Launch } from '../life/launch.js'
import type { CallQuestion, Question } from './question.js'
import { webOrigin } from './web-origin.js'

/** What an answer that is remembered holds for. */
export interface BoundQuestion {
  /** SHA-256 over all of it, as hexadecimal text. */
  readonly binding: string
  /** Of a call: the same with its arguments. */
  readonly exactBinding?: string | undefined
}

/**
 * What a question is about, so that an answer to it holds for no other: the way its server is started, and
 * - of a call, the definition of the tool;
 * - of sampling, whether it is the prompt or the answer;
 * - of a page, the site it is on, and of a form, that it is one;
 * - of roots, their addresses.
 *
 * @throws TypeError for arguments that are no JSON.
 */
export async function bindQuestion(question: Question, launch: Launch): Promise<BoundQuestion> {
  const { type, server } = question
  const about = [type, server, toComparable(question.type === 'start' ? question.launch : launch), ...ofType(question)]
  const binding = await digestOfJson(about)
  if (question.type !== 'call') return { binding }
  return { binding, exactBinding: await digestOfJson([...about, asSent(question.args)]) }
}

/** Neither the order of names matters, nor how headers are written. */
function toComparable(launch: Launch): unknown {
  if (launch.type === 'command') return { ...launch, env: [...launch.env].sort() }
  if (launch.type === 'url') return { ...launch, headers: launch.headers.map((name) => name.toLowerCase()).sort() }
  return launch
}

function ofType(question: Question): readonly unknown[] {
  switch (question.type) {
    case 'start':
      return []
    case 'call':
      return [question.tool.tool, question.tool.definition]
    case 'sample':
      return [question.result === undefined ? 'prompt' : 'answer']
    case 'elicit':
      // Where there is no site, the address itself: an answer to one holds for no other.
      return question.url === undefined ? ['form'] : ['page', webOrigin(question.url) ?? question.url]
    case 'roots':
      return [question.roots.map(({ uri }) => uri).sort()]
  }
}

/** Dates and the like are what they are on the wire: as objects all of them would be equal. */
function asSent(args: CallQuestion['args']): unknown {
  return JSON.parse(JSON.stringify(args))
}
